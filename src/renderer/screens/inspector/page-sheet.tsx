import type { Rect } from '../../../shared/contract/document-layout'
import type { loadPage } from '../../stores/library'
import { text } from '../../text/text'
import { classNames } from '../../ui/class-names'
import type { Marks } from './marks'
import { TextLayer } from './text-layer'

/** A page as a sheet: its picture, what is marked on it, its text to select. */
export function PageSheet({
  page,
  title,
  scale,
  marks,
  places,
}: {
  readonly page: Awaited<ReturnType<typeof loadPage>>
  readonly title: string
  /** Its width in parts of the panel's. */
  readonly scale: number
  readonly marks: Marks
  /** For each of `marks` its rectangles on this page. */
  readonly places: readonly (readonly Rect[])[]
}) {
  const t = text().viewer
  const { width, height } = page
  return (
    <figure className="page" style={{ width: `${scale * 100}%`, aspectRatio: `${width} / ${height}` }}>
      <img src={page.image} alt={t.image(title, page.page)} draggable={false} />
      {marks.ranges.flatMap(({ start }, index) =>
        places[index]?.map((rect) => (
          <span
            key={`${start} ${rect.left} ${rect.top}`}
            className={classNames('page-mark', index !== marks.active && 'page-mark-other')}
            style={{
              left: `${rect.left * 100}%`,
              top: `${rect.top * 100}%`,
              width: `${rect.width * 100}%`,
              height: `${rect.height * 100}%`,
            }}
          />
        )),
      )}
      <TextLayer page={page} />
      <figcaption className="visually-hidden">
        <h3>{t.pageText}</h3>
        {page.text}
      </figcaption>
    </figure>
  )
}
