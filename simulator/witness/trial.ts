import type { Deed } from '../oracle/deeds.ts';
import { Oracle } from '../oracle/oracle.ts';
import { refused } from '../oracle/rights.ts';
import type { Wish } from '../oracle/rights.ts';
import { deedsOf, Requests } from './deed-of.ts';
import type { Asked, Witness } from './witness.ts';
import { askingsOf } from './wish-of.ts';
import type { Asking } from './wish-of.ts';

/** What the oracle holds in the end, and every refusal and every deed that it would have decided otherwise. */
export interface Verdict {
  readonly oracle: Oracle;
  readonly faults: readonly string[];
}

/** A refusal that nothing has justified yet. */
interface Doubtful {
  readonly asked: Asked;
  readonly asking: Asking;
}

/**
 * Goes through a run once more. Each command is done by the oracle in the order of the commits, if it was asked
 * for and allowed at that moment; each refusal must be right at some moment between its coming and its answer.
 */
export function tryRun(witness: Witness, people: readonly { readonly id: number; readonly name: string }[], digest: (text: string) => string): Verdict {
  const oracle = new Oracle();
  for (const person of people) oracle.meet(person);
  const requests = new Requests(witness.asked, digest);
  const faults: string[] = [];
  const coming = refusals(witness.asked);
  let doubtful: Doubtful[] = [];
  for (const [at, ran] of witness.ran.entries()) {
    while (coming[0] && coming[0].asked.from <= at) doubtful.push(coming.shift() as Doubtful);
    doubtful = stillDoubtful(oracle, doubtful, at, faults);
    if (ran.state !== 'kept') continue;
    for (const { deed, asked } of deedsOf(ran, at, requests, oracle)) {
      if (asked === false) faults.push(`command ${at}: nobody asked for ${told(deed)}`);
      oracle.nowMs = ran.nowMs;
      const wish = wishOf(deed);
      const why = wish && deed.by !== null ? refused(oracle, deed.by, wish) : null;
      if (why !== null) faults.push(`command ${at}: ${told(deed)} was done, and must be refused: ${why}`);
      oracle.apply(deed, ran.nowMs);
    }
    // What is no deed moves the time of its chat all the same; notes to oneself share it with all of one's own affairs.
    for (const { stream } of ran.events) oracle.passed(stream, ran.nowMs);
  }
  stillDoubtful(oracle, [...doubtful, ...coming], Number.POSITIVE_INFINITY, faults);
  return { oracle, faults };
}

const told = (deed: Deed): string => JSON.stringify(deed);

function refusals(asked: readonly Asked[]): Doubtful[] {
  return asked.flatMap((one) => askingsOf(one).flatMap((asking) => (asking.verdict === null || asking.verdict.code === 0 ? [] : [{ asked: one, asking }])));
}

/** Those that are wrong so far and may still become right; what was answered before this moment is a fault. */
function stillDoubtful(oracle: Oracle, waiting: readonly Doubtful[], at: number, faults: string[]): Doubtful[] {
  return waiting.filter(({ asked, asking }) => {
    const until = asked.until ?? Number.POSITIVE_INFINITY;
    const right = [asked.fromMs, asked.untilMs].some((nowMs) => {
      oracle.nowMs = nowMs;
      return refused(oracle, asking.by, asking.wish) !== null;
    });
    if (right) return false;
    if (at < until && at !== Number.POSITIVE_INFINITY) return true;
    faults.push(`${asking.by} was refused ${JSON.stringify(asking.wish)} with ${asking.verdict?.code} ${asking.verdict?.msg}, and it was allowed all the time`);
    return false;
  });
}

function wishOf(deed: Deed): Wish | null {
  switch (deed.do) {
    case 'say':
      return { wants: 'say', chat: deed.chat, at: deed.line.at };
    case 'recall':
    case 'erase':
      return null;
    case 'pin':
    case 'notify':
    case 'hide':
      return { wants: 'ownFlag', chat: deed.chat };
    case 'found':
      return { wants: 'found', people: deed.people };
    case 'admit':
      return deed.people[0] === deed.by ? null : { wants: 'admit', chat: deed.chat, people: deed.people };
    case 'remove':
    case 'promote':
    case 'handOver':
    case 'silence':
      return { wants: deed.do, chat: deed.chat, person: deed.person };
    case 'dissolve':
    case 'rename':
    case 'set':
      return { wants: deed.do, chat: deed.chat };
    case 'apply':
      return { wants: 'apply', person: deed.to };
    case 'refuse':
      return { wants: 'answer', application: deed.application };
    case 'unfriend':
      return { wants: 'unfriend', person: deed.with };
    case 'befriend':
    case 'read':
    case 'see':
    case 'readMentions':
    case 'clear':
    case 'remark':
      return null;
  }
}
