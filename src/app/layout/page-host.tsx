import { Component, type ComponentType, memo, type ReactNode, useEffect, useReducer, useState } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../kit/button.tsx';
import { EmptyBlock } from '../kit/empty-block.tsx';
import { Page } from '../kit/page.tsx';
import { SkeletonRows } from '../kit/skeleton.tsx';
import { TopBar } from '../shared/top-bar.tsx';
import { reloadIfGone } from '../platform/gone-build.ts';
import { schedule } from '../platform/time.ts';

const PLACEHOLDER_MS = 200;
const GIVE_UP_MS = 60_000;

type Load = () => Promise<{ readonly default: ComponentType }>;

/** The page whose texts are in the first load; all others load theirs (UI-73). */
const SAID_AT_FIRST = 'home';

/** Loaded code, so that returning to a page needs no wait. */
const arrived = new Map<string, ComponentType>();

/**
 * A page whose code is loaded on first use: nothing for 200 ms, then a placeholder, after 60 s or an error a
 * retry button. A crash inside shows the same block instead of an empty page. A change around the page (a
 * count in the bar) does not render it again.
 */
export const PageHost = memo(function PageHost({
  name,
  load,
}: {
  readonly name: string;
  readonly load: Load;
}) {
  const [attempt, again] = useReducer((n: number) => n + 1, 0);
  // A page older than the server's code requests files that are gone: the second failure reloads everything.
  const retry = () => (attempt > 0 ? location.reload() : again());
  return (
    <Crash key={`${name} ${attempt}`} onRetry={retry}>
      <Loader name={name} load={load} onRetry={retry} />
    </Crash>
  );
});

/** Loads the page's component and texts. */
async function arrive(name: string, load: Load): Promise<ComponentType> {
  const [{ default: page }] = await Promise.all([load(), name === SAID_AT_FIRST ? undefined : pageTexts()]);
  arrived.set(name, page);
  return page;
}

function Loader({
  name,
  load,
  onRetry,
}: {
  readonly name: string;
  readonly load: Load;
  readonly onRetry: () => void;
}) {
  const [Found, setFound] = useState<ComponentType | null>(() => arrived.get(name) ?? null);
  const [waiting, setWaiting] = useState<'quiet' | 'shown' | 'failed'>('quiet');
  useEffect(() => {
    if (arrived.has(name)) return undefined;
    const timers = [
      schedule(PLACEHOLDER_MS, () => setWaiting('shown')),
      schedule(GIVE_UP_MS, () => setWaiting('failed')),
    ];
    const stop = () => timers.forEach((cancel) => cancel());
    // A placeholder after the page's arrival would render all of it once more.
    void arrive(name, load)
      .then(
        (page) => setFound(() => page),
        async () => (await reloadIfGone()) || setWaiting('failed'),
      )
      .finally(stop);
    return stop;
  }, [name, load]);
  if (Found !== null) return <Found />;
  if (waiting === 'failed') return <LoadFailed onRetry={onRetry} />;
  return waiting === 'shown' ? <SkeletonRows /> : null;
}

function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Page bar={<TopBar title={t('page.loadFailed')} />}>
      <EmptyBlock
        fill
        kind="network"
        text={t('page.loadFailed')}
        action={
          <Button kind="primary" onClick={onRetry}>
            {t('page.retry')}
          </Button>
        }
      />
    </Page>
  );
}

class Crash extends Component<
  { readonly children: ReactNode; readonly onRetry: () => void },
  { readonly failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <LoadFailed onRetry={this.props.onRetry} /> : this.props.children;
  }
}
