import { objectOf } from '../witness/body.ts';
import type { ToldCall } from '../witness/calls.ts';
import type { CallScene } from './call-scene.ts';
import { OF_CONNECTIONS } from './call-steps.ts';

/** A call connects with never more posts of each side than that. */
const POSTS_MAX = 12;

/**
 * Checks the messages of a finished call, to and from servers: each step once, in order, to the right users,
 * and the answer to the user who ended it.
 */
export function stepFaults(scene: CallScene): readonly string[] {
  const { caller, callee } = scene.pair;
  const steps = scene.steps();
  const faults: string[] = [];
  for (const { id } of [caller, callee]) {
    const mine = steps.filter(({ by }) => by === id);
    if (!scene.isPlain) continue;
    const said = mine.filter(({ event }) => !OF_CONNECTIONS.has(event)).map((one) => one.said);
    const wanted = scene.expected.said(id);
    if (said.join() !== wanted.join())
      faults.push(`${id} said [${said.join()}], it should be [${wanted.join()}]`);
    if (mine.length > POSTS_MAX) faults.push(`${id} sent ${mine.length} steps`);
  }
  for (const [socket, user] of scene.sockets())
    faults.push(
      ...toldFaults(scene, user, scene.toldTo(socket)).map((text) => `at socket ${socket}, ${text}`),
    );
  for (const { event, by, answer } of steps) {
    if (answer?.code !== 0 && !scene.isPlain) continue;
    if (answer?.code !== 0) faults.push(`${event} of ${by} was answered with ${answer?.code} ${answer?.msg}`);
    else if (event === 'hangup' || event === 'busy') faults.push(...endFaults(scene, event, answer.data));
  }
  return faults;
}

function toldFaults(scene: CallScene, user: number, told: readonly ToldCall[]): readonly string[] {
  const { caller, callee, video } = scene.pair;
  const faults: string[] = [];
  const other = user === caller.id ? callee.id : caller.id;
  const ends = told.filter(({ event }) => !OF_CONNECTIONS.has(event));
  const is = ends.map(({ event, code, lengthSec, words }) => `${event} ${code} ${lengthSec} ${words}`);
  const wanted = scene.expected.told(user);
  if (is.join() !== wanted.join())
    faults.push(`${user} was told [${is.join()}], it should be [${wanted.join()}]`);
  const signals = told.filter(({ event }) => OF_CONNECTIONS.has(event));
  const given = signals.map((one) => [one.event, one.sdp, one.candidate, one.path].join(' '));
  const said = [caller.id, callee.id].includes(user)
    ? scene
        .steps()
        .filter(({ event, by }) => OF_CONNECTIONS.has(event) && by === other)
        .map(({ signal }) => signal)
    : [];
  if (scene.isPlain && given.join() !== said.join())
    faults.push(`${user} was given the signals [${given.join()}], it should be [${said.join()}]`);
  const numbers = told.flatMap(({ no }) => no ?? []);
  if (numbers.some((no, at) => no <= (numbers[at - 1] ?? 0)))
    faults.push(`${user} was told steps ${numbers.join()}`);
  for (const one of told) {
    if (one.kind !== (video ? 1 : 0))
      faults.push(`${user} was told ${one.event} of a call of kind ${one.kind}`);
    if (OF_CONNECTIONS.has(one.event) && (one.by !== other || one.no === null))
      faults.push(`${user} was given ${one.event} by ${one.by} as step ${one.no}`);
  }
  return faults;
}

/** The answer to the step that ends it contains the outcome, as the record does. */
function endFaults({ expected }: CallScene, event: string, data: unknown): readonly string[] {
  const { code, callTime } = expected.record();
  const { code: told, callTime: length } = objectOf(objectOf(data)['extends']);
  return told === code && length === callTime
    ? []
    : [`${event} was answered with ${String(told)} ${String(length)}, the record has ${code} ${callTime}`];
}
