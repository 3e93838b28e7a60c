import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { pageTexts } from '../../i18n/index.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import styles from './home-page.module.css';

/** Most people have chats; without a network it stays away. */
const FirstSteps = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    const [steps] = await Promise.all([import('../people/first-steps.tsx'), pageTexts()]);
    return steps;
  } catch {
    return { default: () => null };
  }
});

/** Nobody to talk to yet, and below it the first steps to somebody (UI-118). */
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
