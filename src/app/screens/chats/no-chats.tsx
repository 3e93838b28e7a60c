import { type ReactNode, Suspense } from 'react';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { lazyWithWords } from '../../shared/lazy-with-words.ts';
import styles from './home-page.module.css';

/** Most people have chats; without a network it stays away. */
const FirstSteps = lazyWithWords(() => import('../people/first-steps.tsx'));

/** An empty list of contacts, with the first steps below it (UI-118). */
export const NoChats = ({
  kind,
  text,
  action,
}: {
  readonly kind: 'chats' | 'choose';
  readonly text: string;
  readonly action?: ReactNode;
}) => (
  <div className={styles.nobody}>
    <EmptyBlock kind={kind} text={text} action={action} />
    <Suspense fallback={null}>
      <FirstSteps />
    </Suspense>
  </div>
);
