import type { CallContext } from '../../machines/call.machine.ts';
import { messageId, personContact, userId } from '../domain/ids.ts';
import type { CallStage, CallView } from '../client/interface/calls.ts';
import type { MachineStep } from '../client/state/machine-step.ts';
import type { Recorded } from '../inspector/model/session.ts';

/** An ended call is shown this long, if the script does not report the page. */
const ENDED_SHOWN_MS = 3_000;

/** The call of the device after the first `n` events: made from the steps of its machine. */
export function callAt(script: Recorded, n: number): CallView | null {
  const { machines, state, screen } = script.at(n);
  const step = newest([...machines.values()]);
  if (step === null) return null;
  const context = step.context as unknown as CallContext;
  const nowMs = script.lines[n - 1]?.atMs ?? 0;
  const times = timesOf(script, n, step);
  const stage = stageOf(step);
  const isEnded = stage === 'ended';
  if (isEnded && (context.end === 'elsewhere' || !isShownAfterEnd(screen?.path, nowMs - times.endedMs)))
    return null;
  const peer = state.contacts.get(personContact(userId(context.peer)));
  const isOn = !isEnded;
  return {
    id: messageId(context.call),
    peer: userId(context.peer),
    name: peer?.displayName ?? String(context.peer),
    avatar: peer?.avatar ?? '',
    video: context.video,
    caller: context.caller,
    stage,
    end: context.end,
    problem: null,
    // The clock of the page is that of the script.
    talkingSinceMs: times.talkingMs,
    talkSec: times.talkingMs === null || !isEnded ? 0 : Math.floor((times.endedMs - times.talkingMs) / 1_000),
    local: { view: null, microphone: isOn, camera: isOn && context.video, sharing: false },
    remote: { view: null, camera: isOn && context.video, microphone: true, sharing: false },
    quality: null,
    words: null,
    deviceNews: null,
    minimised:
      screen !== null && !screen.path.startsWith('/pages/message/call') && isOn && stage !== 'ringing',
  };
}

/** A running call comes before one that is over. */
function newest(steps: readonly MachineStep[]): MachineStep | null {
  const calls = steps.filter((step) => step.machine === 'call');
  return calls.findLast((step) => !step.over) ?? calls.at(-1) ?? null;
}

const isShownAfterEnd = (path: string | undefined, sinceMs: number): boolean =>
  path === undefined ? sinceMs <= ENDED_SHOWN_MS : path.startsWith('/pages/message/call');

function stageOf({ value }: MachineStep): CallStage {
  if (typeof value === 'string') {
    if (value === 'starting') return 'preparing';
    return STAGES.find((stage) => stage === value) ?? 'preparing';
  }
  if ('returning' in value) return value['returning'] === 'asked' ? 'returning' : 'preparing';
  const talking = value['talking'];
  return talking === undefined || talking === 'steady' ? 'talking' : 'reconnecting';
}

const STAGES: readonly CallStage[] = ['ringing', 'preparing', 'calling', 'connecting', 'talking', 'ended'];

/** When the talk began, and when the machine reached its present state. */
function timesOf(script: Recorded, n: number, now: MachineStep) {
  const call = now.context['call'];
  let talkingMs: number | null = null;
  let endedMs = 0;
  for (let at = n - 1; at >= 0; at -= 1) {
    const line = script.lines[at];
    if (line?.origin !== 'machine' || line.event.actor !== now.actor) continue;
    if (line.event.context['call'] !== call && line.event.over) break;
    if (line.event === now) endedMs = line.atMs;
    const { value } = line.event;
    if (typeof value !== 'string' && 'talking' in value) talkingMs = line.atMs;
    if (line.event.event === null) break;
  }
  return { talkingMs, endedMs };
}
