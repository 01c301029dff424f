/** Where what is told of contacts comes from. */
export {
  failureNaming,
  outsideOf,
  tellingOf,
  writtenAfter,
} from '../../../shared/tool/records/from-outside'
