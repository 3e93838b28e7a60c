import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { reduce } from '../../src/client/state/reduce.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { inputOf } from '../../src/inspector/model/line.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import type { Step } from '../support/life.ts';
import { local, run, signedIn } from '../support/contacts.ts';
import { framedRow, ModelServer } from '../support/model-server.ts';
import { framesOf } from '../support/script-of-life.ts';
import { asScript, asScriptLater, scriptOf } from '../support/smallest.ts';

const folder = mkdtempSync(join(tmpdir(), 'smallest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () =>
  run(
    signedIn(),
    local({
      type: 'contactsLoaded',
      contacts: new ModelServer().facts(),
      epoch: 'e',
      cursor: 'c',
      selfSeq: 0,
      applications: 0,
    }),
  ).state;

/** Frames of a repeated message from user 9. */
const listSent = (times: number) => {
  const server = new ModelServer();
  for (let i = 0; i < times; i += 1) server.run({ what: 'say', chat: 0, pick: 0 });
  return server.rows.map(framedRow);
};

const failing = (property: () => void): string => {
  try {
    property();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'it did not fail';
};

describe('a property that fails', () => {
  it('PROP-1: says seed, path and smallest example, and leaves it as a script that the inspector opens', () => {
    // The planted wrong assumption: a chat never has three unread messages.
    const message = failing(() =>
      fc.assert(
        fc.property(fc.nat({ max: 30 }), (times) => {
          const state = listSent(times).reduce(
            (at, framed) => reduce(at, { kind: 'server', framed, origin: 'live' } satisfies Input).state,
            start(),
          );
          expect(state.totals.unread).toBeLessThan(3);
        }),
        {
          seed: 7,
          ...asScript<[number]>('never-three', ([times]) => scriptOf(start(), listSent(times)), folder),
        },
      ),
    );
    expect(message).toMatch(/seed: 7, path: "[\d:]+"/);
    expect(message).toContain('Counterexample: [3]');
    expect(message).toContain(`npm run inspect -- ${join(folder, 'never-three.jsonl')}`);
    const script = readScript(readFileSync(join(folder, 'never-three.jsonl'), 'utf8'));
    expect([script.problems, script.lines.length]).toEqual([[], 4]);
    const session = new Recorded();
    session.append(script.lines);
    expect([0, 1, 2, 3, 4].map((n) => session.at(n).state.totals.unread)).toEqual([0, 0, 1, 2, 3]);
    expect(script.lines.slice(1).map(({ line }) => inputOf(line)?.kind)).toEqual([
      'server',
      'server',
      'server',
    ]);
  });

  it('PROP-1: also one that lived on a real server', async () => {
    const steps: readonly Step[] = [
      { what: 'say', who: 0, pick: 1 },
      { what: 'sayGroup', who: 0, pick: 2 },
    ];
    const match = await fc
      .assert(
        fc.asyncProperty(fc.constant(steps), (list: readonly Step[]) =>
          Promise.reject(new Error(`not ${list.length}`)),
        ),
        { ...asScriptLater<[readonly Step[]]>('on-a-server', ([list]) => framesOf(list), folder) },
      )
      .catch((error: unknown) => String(error));
    expect(match).toContain('on-a-server.jsonl');
    const script = readScript(readFileSync(join(folder, 'on-a-server.jsonl'), 'utf8'));
    expect(script.problems).toEqual([]);
    const session = new Recorded();
    session.append(script.lines);
    expect(session.at(session.length).state.totals.unread).toBe(1);
  });

  it('PROP-1: a property that holds leaves no file', () => {
    const before = readdirSync(folder);
    fc.assert(
      fc.property(fc.nat(), (n) => n >= 0),
      asScript<[number]>('holds', () => [], folder),
    );
    expect(readdirSync(folder)).toEqual(before);
  });
});
