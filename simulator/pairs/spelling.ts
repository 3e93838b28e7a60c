import { isFault } from '../plan/step.ts';
import type { ActKind, UserKind } from '../plan/step.ts';
import { ACTIONS } from './catalogue.ts';
import type { OrderStep, ActionPair, PairAction, PairSide } from './run-order.ts';
import { SCENES } from './scene.ts';
import type { SceneName } from './scene.ts';
import { TURNS } from './turns.ts';
import type { TurnName } from './turns.ts';

/*
 * A pair and its order on the command line: `friends/votePoll.0.1/endPoll.0.0/self/reload` and `0,0,2,1`.
 * Each number is the place of the next point among those that could come: 0 is the longest-waiting one.
 */

const actionName = ({ kind, more, b }: PairAction): string => `${kind}.${more}.${b}`;

export const pairName = ({ scene, first, second, side, turn }: ActionPair): string =>
  [scene, actionName(first), second === null ? '-' : actionName(second), side, turn].join('/');

/** The order as numbers; the usual one is empty. */
export const orderFrom = (text: string): readonly OrderStep[] =>
  text === '' ? [] : text.split(',').map(Number);

/** @throws Error with a text for people */
export function pairFrom(text: string): ActionPair {
  const [scene = '', first = '', second = '', side = '', turn = ''] = text.split('/');
  const pair = { scene, side, turn };
  const isKnown =
    (SCENES as readonly string[]).includes(scene) &&
    (side === 'self' || side === 'other') &&
    (TURNS as readonly string[]).includes(turn);
  const one = actionFrom(first);
  const other = second === '-' ? null : actionFrom(second);
  if (!isKnown || one === undefined || other === undefined)
    throw new Error(`"${text}" is no pair. A pair is scene/action.0.0/action.0.0/other/none.`);
  return {
    scene: pair.scene as SceneName,
    first: one,
    second: other,
    side: pair.side as PairSide,
    turn: pair.turn as TurnName,
  };
}

const KINDS: ReadonlySet<string> = new Set(Object.values(ACTIONS).flat());

function actionFrom(text: string): PairAction | undefined {
  const [kind = '', more = '', b = ''] = text.split('.');
  if (!KINDS.has(kind) || isFault(kind as UserKind) || !/^\d+$/.test(more) || !/^\d+$/.test(b))
    return undefined;
  return { kind: kind as UserKind | ActKind, more: Number(more), b: Number(b) };
}
