import {
  type ComponentProps,
  Fragment,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { tokenRanges } from '../../../../domain/mention-names.ts';
import type { Draft } from '../../../../domain/message.ts';
import { cx } from '../../../kit/class-names.ts';
import styles from './composer.module.css';
import typed from './typed-marks.module.css';
import { type TypedMark, typedMarks } from './typed-marks.ts';

/**
 * A text box that grows with its text and shows mentions as tokens. A mirror of the same shape draws the text
 * under a transparent box, so the browser's caret, input methods, undo and spelling still work. `markAt`
 * receives the position of that place in the text, in px from the left.
 */
export function TextBox({
  draft,
  box,
  markAt,
  onMark,
  marks,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value'> & {
  readonly draft: Draft;
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly markAt: number | null;
  readonly onMark: (px: number) => void;
  /** Draws formatting in the text (RICH-7). */
  readonly marks: boolean;
}) {
  const mirror = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (markAt !== null) onMark(mark.current?.offsetLeft ?? 0);
  });
  return (
    <div className={styles.grow}>
      <div ref={mirror} dir="auto" translate="no" className={styles.mirror} aria-hidden="true">
        {mirrored(draft, marks ? typedMarks(draft.text) : NO_MARKS, markAt, <span ref={mark} />)}
        {/* A last line end needs something after it to have a height. */}
        {'\u200b'}
      </div>
      <textarea
        dir="auto"
        translate="no"
        {...rest}
        ref={box}
        rows={1}
        value={draft.text}
        className={styles.box}
        onScroll={(event) => {
          if (mirror.current) mirror.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

const NO_MARKS: readonly TypedMark[] = [];

function mirrored(
  { text, at }: Draft,
  marks: readonly TypedMark[],
  markAt: number | null,
  mark: ReactNode,
): ReactNode {
  const tokens = tokenRanges(text, at);
  const cuts = [
    ...new Set([
      0,
      ...[...tokens, ...marks].flatMap(({ from, to }) => [from, to]),
      ...(markAt === null ? [] : [markAt]),
      text.length,
    ]),
  ].toSorted((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i) => {
    const piece = text.slice(from, cuts[i + 1]);
    return (
      <Fragment key={from}>
        {from === markAt && mark}
        {tokens.some((token) => token.from <= from && from < token.to) ? (
          <mark className={styles.token}>{piece}</mark>
        ) : (
          styled(piece, from, marks)
        )}
      </Fragment>
    );
  });
}

/** Only by what takes no room: every character stays where the box has it. */
function styled(piece: string, at: number, marks: readonly TypedMark[]): ReactNode {
  const names = marks.filter(({ from, to }) => from <= at && at < to).map(({ style }) => typed[style]);
  return names.length === 0 ? piece : <span className={cx(...names)}>{piece}</span>;
}
