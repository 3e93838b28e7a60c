import { firstOf, followsThread } from '../../src/client/state/thread-selectors.ts';
import type { Tab } from '../devices/device.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf } from '../oracle/state.ts';
import { expectedFollows, expectedThread } from '../oracle/threads.ts';

/** An open thread matches the oracle, as far as it was loaded. */
export function threadFaults(judge: Oracle, me: number, tab: Tab): readonly string[] {
  const state = tab.state();
  return [...state.conversations.values()].flatMap(({ id, thread }) => {
    const name = chatOf(me, id);
    if (!thread?.answers.live || name === null || (name !== `u${me}` && !judge.seat(me, name))) return [];
    const { root, answers } = thread;
    const wanted = expectedThread(judge, me, name, root);
    const lines = answers.chunks.flat().filter(({ recalled }) => !recalled);
    const from = answers.complete ? 0 : (lines[0]?.n ?? 0);
    const shown = [firstOf(thread)?.n ?? 'gone', ...lines.map(({ n }) => n)].join();
    const theirs = (wanted?.answers ?? []).filter(({ n }) => n >= from).map(({ n }) => n);
    const said = [wanted?.first?.n ?? 'gone', ...theirs].join();
    const [follows, shall] = [followsThread(state, id, root), expectedFollows(judge, me, name, root)];
    return [
      ...(shown === said
        ? []
        : [`${tab.name}, ${id}: the thread ${root} shows ${shown}, the oracle says ${said}`]),
      // A deleted thread has no followers.
      ...(wanted === null || follows === shall
        ? []
        : [`${tab.name}, ${id}: follows the thread ${root}: ${follows}, the oracle says ${shall}`]),
    ];
  });
}
