import { Suspense, useEffect, useRef } from 'react';
import { useHere, useNavigate } from '../kit/navigation.ts';
import type { CallView } from '../../client/interface/calls.ts';
import { pageTexts } from '../i18n/index.ts';
import { useCall } from '../shared/use-call.ts';
import { useWide } from '../kit/use-media.ts';
import { callPath, endsOnPage } from '../screens/calls/call-path.ts';
import { PATHS } from '../paths/paths.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

/** Comes with the first call. Without it a call has no ring, but the app goes on. */
const CallLayer = lazyAside(async () => {
  const [layer] = await Promise.all([import('../screens/calls/call-layer.tsx'), pageTexts()]);
  return layer;
});

/** The call of this device, over every page. */
export function CallHost() {
  const call = useCall();
  useCallPage(call);
  if (call === null) return null;
  return (
    <Suspense fallback={null}>
      <CallLayer key={call.peer} call={call} />
    </Suspense>
  );
}

/**
 * Each call opens its page (CALL-3): one's own and an answered one at once, a ringing one where the window
 * is narrow; beside a list a card over the open page asks first. Each only once: who leaves has left.
 */
function useCallPage(call: CallView | null): void {
  const wide = useWide();
  const here = useHere();
  const navigate = useNavigate();
  const opened = useRef<string | null>(null);
  const wanted = call === null ? null : openingOf(call, wide);
  useEffect(() => {
    if (call === null || wanted === null || opened.current === wanted) return;
    opened.current = wanted;
    // The page itself follows the call that it shows.
    if (here().pathname !== PATHS.call) void navigate(callPath(call));
  }, [call, wanted, here, navigate]);
}

function openingOf(call: CallView, wide: boolean): string | null {
  const { id, stage } = call;
  if (stage === 'ringing') return wide ? null : `${id} rings`;
  // Over the page that was loaded anew; only coming back opens the page of the call.
  if (stage === 'returning') return null;
  return stage === 'ended' && !endsOnPage(call) ? null : `${id} runs`;
}
