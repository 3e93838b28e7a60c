import { lazy, Suspense } from 'react';
import type { ContactId } from '../../../domain/ids.ts';
import { pageTexts } from '../../i18n/index.ts';
import { useTypingWords } from '../../shared/use-typing-words.ts';
import styles from './typing-line.module.css';
import { typingSlot } from './typing-slot.ts';

const Words = ({ id }: { readonly id: ContactId }) => useTypingWords(id);

/** Failing to load its texts leaves a row of dots, instead of breaking the list. */
const Loaded = lazy(async () => {
  await pageTexts().catch(() => undefined);
  return { default: Words };
});

/** Typing users, in place of a row's last message (TYPING-5). */
typingSlot.Line = function TypingLine({ id }) {
  return (
    <span className={styles.typing}>
      <Suspense fallback="…">
        <Loaded id={id} />
      </Suspense>
    </span>
  );
};
