import { useSyncExternalStore } from 'react';
import type { CallView } from '../../../client/interface/calls.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onSecond, secondNow } from '../../platform/seconds.ts';
import { stageText } from './call-words.ts';

/** Duration of the talk, or the state of the call. All clocks on the page tick together. */
export function TalkTime({
  call,
  className,
}: {
  readonly call: CallView;
  readonly className: string | undefined;
}) {
  const { t } = useTranslation();
  const words = stageText(t, call);
  return (
    <p className={className}>
      {words ?? (call.talkingSinceMs !== null && <Clock sinceMs={call.talkingSinceMs} />)}
    </p>
  );
}

function Clock({ sinceMs }: { readonly sinceMs: number }) {
  const now = useSyncExternalStore(onSecond, secondNow);
  return <span role="timer">{clockText(Math.max(0, Math.floor((now - sinceMs) / 1_000)))}</span>;
}
