import { useSyncExternalStore } from 'react';
import type { GroupCallView } from '../../../client/interface/group-calls.ts';
import { clockText } from '../../../domain/clock-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onSecond, secondNow } from '../../platform/seconds.ts';
import { nowMs } from '../../platform/time.ts';
import { groupStageText } from './group-call-words.ts';

/** How long the call runs, or the state of this device in it. */
export function Duration({
  call,
  className,
}: {
  readonly call: GroupCallView;
  readonly className: string | undefined;
}) {
  const { t } = useTranslation();
  const words = groupStageText(t, call);
  return <p className={className}>{words ?? <Clock sinceMs={call.startedAtMs} />}</p>;
}

function Clock({ sinceMs }: { readonly sinceMs: number }) {
  useSyncExternalStore(onSecond, secondNow);
  return <span role="timer">{clockText(Math.max(0, Math.floor((nowMs() - sinceMs) / 1_000)))}</span>;
}
