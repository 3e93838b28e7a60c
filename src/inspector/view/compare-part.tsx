import { useRef } from 'react';
import { X } from 'lucide-react';
import type { Comparison } from '../model/comparison.ts';
import type { Controller } from '../model/controller.ts';
import { typeOf } from '../model/line.ts';
import { compareFile } from '../platform/files.ts';
import styles from './compare.module.css';

const SHOWN = 3;

/** The first difference of two scripts in words. */
export function ComparePart({
  controller,
  compared,
}: {
  readonly controller: Controller;
  readonly compared: Comparison;
}) {
  const { first, kind } = compared;
  return (
    <section className={styles.part} aria-label="Comparison">
      <strong>{headingOf(compared)}</strong>
      {first !== null && (
        <>
          <ul className={styles.changes} aria-label="First difference">
            {first.changes.slice(0, SHOWN).map(({ path, before, after }) => (
              <li key={path}>
                <code>{path}</code> <del>{before === '' ? 'nothing' : before}</del>
                {kind === 'expected' ? ', expected ' : ' → '}
                <ins>{after === '' ? 'nothing' : after}</ins>
              </li>
            ))}
            {first.changes.length > SHOWN && <li>and {first.changes.length - SHOWN} more</li>}
          </ul>
          <button type="button" onClick={() => controller.jump(first.n)}>
            Go to event {first.n}
          </button>
          {first.causes.length > 0 && <span>Last changed by</span>}
          {first.causes.slice(0, SHOWN).map((n) => (
            <button key={n} type="button" onClick={() => controller.jump(n)}>
              {n} {nameOf(controller, n)}
            </button>
          ))}
        </>
      )}
      <button type="button" aria-label="Close the comparison" onClick={() => controller.alone()}>
        <X size={15} aria-hidden />
      </button>
    </section>
  );
}

function headingOf({ first, kind }: Comparison): string {
  if (kind === 'expected')
    return first === null
      ? 'The recording is as the test expects.'
      : `First difference from what the test expects: event ${first.n}`;
  return first === null ? 'The two scripts do not differ.' : `First difference: event ${first.n}`;
}

function nameOf(controller: Controller, n: number): string {
  const line = controller.session.lines[n - 1];
  return line === undefined ? '' : typeOf(line);
}

/** Opens a second script beside the first one. */
export function CompareButton({
  controller,
  disabled,
}: {
  readonly controller: Controller;
  readonly disabled: boolean;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => picker.current?.click()}>
        Compare with …
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="File to compare with"
        accept=".jsonl,application/x-ndjson,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void compareFile(file, controller);
          event.target.value = '';
        }}
      />
    </>
  );
}
