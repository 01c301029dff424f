import type { MissionFields } from '../../src/shared/contract/missions'
import { defaultAssistant } from '../../src/shared/tool/policy'

/** A mission that runs by hand until a test says otherwise. */
export const sampleMission: MissionFields = {
  name: 'Shelf keeper',
  prompt: 'Look after the shelf.',
  assistantId: defaultAssistant,
  schedule: { kind: 'by_hand' },
  switchedOn: true,
  late: 'run',
  limitMinutes: 30,
  tells: 'needed',
}
