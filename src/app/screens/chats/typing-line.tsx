import { lazy, Suspense } from 'react';
import type { ContactId } from '../../../domain/ids.ts';
import { pageTexts } from '../../i18n/index.ts';
import { useTypingWords } from '../../shared/use-typing-words.ts';
import styles from './typing-line.module.css';
import { typingSlot } from './typing-slot.ts';

const Words = ({ id }: { readonly id: ContactId }) => useTypingWords(id);

/** Without its texts it is a row of dots, and no reason to lose the list. */
const Loaded = lazy(async () => {
  await pageTexts().catch(() => undefined);
  return { default: Words };
});

/** Who is typing, in the place of the last message of a row (TYPING-5). */
typingSlot.Line = function TypingLine({ id }) {
  return (
    <span className={styles.typing}>
      <Suspense fallback="…">
        <Loaded id={id} />
      </Suspense>
    </span>
  );
};
