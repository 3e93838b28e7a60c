import { useState } from 'react';
import type { ChatEntry } from '../../../../domain/group-lines.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { gatheredText, groupEntryText } from '../told-text.ts';
import styles from './lines.module.css';

/** Changes of the group at this place; several of a kind are one line that opens (GROUP-28). */
export const ToldLines = ({ told }: { readonly told: readonly (readonly ChatEntry[])[] }) =>
  told.map((things) => <GroupEntryLine key={keyOf(things.at(-1))} things={things} />);

function GroupEntryLine({ things }: { readonly things: readonly ChatEntry[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const words = useStore((state) => gatheredText(t, state, things));
  const [only] = things;
  return (
    <div className={styles.event}>
      <span>
        {words === null ? (
          only && <One told={only} />
        ) : (
          <button type="button" className={styles.opens} aria-expanded={open} onClick={() => setOpen(!open)}>
            {words}
          </button>
        )}
        {words !== null && open && (
          <ul>
            {things.map((told) => (
              <li key={keyOf(told)}>
                <One told={told} />
              </li>
            ))}
          </ul>
        )}
      </span>
    </div>
  );
}

function One({ told }: { readonly told: ChatEntry }) {
  const { t } = useTranslation();
  return useStore((state) => groupEntryText(t, state, told));
}

const keyOf = (told: ChatEntry | undefined): string =>
  told?.kind === 'line' ? `${told.line.seq} ${told.line.what}` : (told?.key ?? '');
