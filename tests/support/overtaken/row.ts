import { expect } from 'vitest';
import type { State } from '../../../src/client/state/state.ts';
import { bert, group, listOf } from './answers.ts';
import { loggedIn, type Reply, type Scripted, type ScriptedOptions } from '../scripted-server.ts';

/** One thing that changes while an answer about it is on its way, as the state shows it. */
export interface Change {
  readonly name: string;
  /** It reaches the client: a frame, or what its user presses. */
  readonly happens: (on: Scripted) => unknown;
  readonly shown: (state: State, on: Scripted) => unknown;
  /** The visible result of the older answer, and of the change. */
  readonly before: unknown;
  readonly after: unknown;
}

export type Body = Readonly<Record<string, unknown>>;

export interface Row extends Change {
  readonly asks: string;
  /** The call whose answer is older, by a part of its path. */
  readonly path: string;
  readonly options?: ScriptedOptions;
  /** Answers before the login, in place of a list with Bert and a group. */
  readonly list?: Reply;
  /** Answers of the server before the question. */
  readonly prepare?: (on: Scripted) => unknown;
  readonly ask: (on: Scripted) => unknown;
  /** Which of its requests is meant, where there are several. */
  readonly isMeant?: (body: Body) => boolean;
  /** Answers to the other requests. */
  readonly others?: (body: Body) => Reply;
  /** The change shows only once the answer is in. */
  readonly isUnseen?: boolean;
  /** The answer from before the change. */
  readonly older: Reply | ((body: Body) => Reply);
  /** Answers after the change, by part of the path. */
  readonly now?: Readonly<Record<string, Reply>>;
  /** The answer to a repeated request without any change; the older one by default. */
  readonly again?: Reply;
}

async function openedClient({ options, list = listOf([bert(), group()]) }: Row): Promise<Scripted> {
  const on = await loggedIn(options, { '/getContacts': list });
  await on.settle();
  return on;
}

/** Less than a press waits for its event once its call was answered. */
const REST_MS = 2_500;

const NOTHING = (): void => undefined;

/** The visible state once the older answer has arrived, and later, with and without the change before it. */
export async function shownAfter(
  row: Row,
  isChanged: boolean,
): Promise<{ readonly atOnce: unknown; readonly later: unknown }> {
  const on = await openedClient(row);
  await row.prepare?.(on);
  await on.settle();
  const question = { asked: 0, arrives: NOTHING };
  on.answer(row.path, ({ body: given }) => {
    const body = given as Body;
    const older = typeof row.older === 'function' ? row.older(body) : row.older;
    if (row.isMeant?.(body) === false) return row.others?.(body) ?? older;
    question.asked += 1;
    if (question.asked > 1) return (isChanged ? row.now?.[row.path] : row.again) ?? older;
    return new Promise<Reply>((done) => (question.arrives = () => done(older)));
  });
  const readView = () => row.shown(on.client.core.get(), on);
  void row.ask(on);
  for (let waits = 0; question.asked === 0 && waits < 10; waits += 1) await on.clock.advance(500);
  expect(question.asked, 'questions').toBe(1);
  if (isChanged) {
    for (const [path, reply] of Object.entries(row.now ?? {})) if (path !== row.path) on.answer(path, reply);
    await row.happens(on);
    await on.settle();
    if (!row.isUnseen) expect(readView(), 'before the answer').toEqual(row.after);
  }
  question.arrives();
  await on.settle();
  const atOnce = readView();
  await on.clock.advance(REST_MS);
  await on.settle();
  const later = readView();
  await on.client.stop();
  return { atOnce, later };
}
