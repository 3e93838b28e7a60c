import { Suspense, useEffect, useRef } from 'react';
import { useHere, useNavigate } from '../kit/navigation.ts';
import type { CallView } from '../../client/interface/calls.ts';
import { pageTexts } from '../i18n/index.ts';
import { useCall } from '../shared/use-call.ts';
import { useWide } from '../kit/use-media.ts';
import { callPath, endsOnPage } from '../screens/calls/call-path.ts';
import { PATHS } from '../paths/paths.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

/** Loaded with the first call. If loading fails, calls do not ring but the app continues. */
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
 * Opens the page of each call (CALL-3): an outgoing and an accepted one at once, a ringing one in narrow
 * windows. Beside a list, a card over the open page asks first. Each page opens only once: a user who left it
 * stays away.
 */
function useCallPage(call: CallView | null): void {
  const wide = useWide();
  const here = useHere();
  const navigate = useNavigate();
  const opened = useRef<string | null>(null);
  const opening = call === null ? null : openingOf(call, wide);
  useEffect(() => {
    if (call === null || opening === null || opened.current === opening) return;
    opened.current = opening;
    // The page itself follows the call that it shows.
    if (here().pathname !== PATHS.call) void navigate(callPath(call));
  }, [call, opening, here, navigate]);
}

function openingOf(call: CallView, wide: boolean): string | null {
  const { id, stage } = call;
  if (stage === 'ringing') return wide ? null : `${id} rings`;
  // A reloaded page stays open; only resuming the call opens its page.
  if (stage === 'returning') return null;
  return stage === 'ended' && !endsOnPage(call) ? null : `${id} runs`;
}
