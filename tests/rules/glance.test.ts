import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cardsAt } from '../../src/inspector/model/glance.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { linkPlaceOf } from '../../src/inspector/platform/place.ts';
import { OPENING, numbered } from '../support/script-lines.ts';

const session = new Recorded();
session.append(readScript(readFileSync('simulator/scripts/call.jsonl', 'utf8')).lines);
const START_MS = 1_700_000_000_000;

const at = (words: string) =>
  session.lines.findIndex((line) => line.origin === 'machine' && line.event.event?.['type'] === words) + 1;
const card = (n: number, actor: string) => cardsAt(session, n).find((one) => one.actor === actor);

describe('all machines at a glance', () => {
  it('INSP-16: each running machine has a card with its state, its last event and when that was', () => {
    const n = at('user.answered');
    expect(card(n, 'call')).toMatchObject({
      name: 'call',
      state: 'preparing',
      event: 'user.answered',
      isOver: false,
      atMs: START_MS + 7_360,
    });
    expect(card(n, 'call')?.about).not.toBe('');
    expect(cardsAt(session, n).map(({ actor }) => actor)).toEqual(['session', 'socket', 'call-lock', 'call']);
  });

  it('INSP-16: a timer counts from the moment when its state was entered', () => {
    // The heartbeat began with the opening of the socket, although the link changed since.
    const opened = START_MS + 300;
    const heartbeat = card(at('user.answered'), 'socket')?.timers.find(({ name }) => name === 'heartbeat');
    expect(heartbeat).toEqual({ name: 'heartbeat', delayMs: 25_000, endMs: opened + 25_000 });
    // After its first end it began again.
    const again = at('xstate.after.heartbeat.socket.open.heart.beating');
    expect(card(again, 'socket')?.timers[0]?.endMs).toBe(opened + 50_000);
    expect(card(at('user.answered'), 'call')?.timers.map(({ name }) => name)).toContain('prepare');
  });

  it('INSP-16: a machine that ended comes last and has no timers; without machines there is no card', () => {
    const cards = cardsAt(session, session.length);
    expect(cards.at(-1)).toMatchObject({ actor: 'call', isOver: true, state: 'ended', timers: [] });
    const plain = new Recorded();
    plain.append(numbered(OPENING));
    expect(cardsAt(plain, 2)).toEqual([]);
    expect(linkPlaceOf('#machine=all').machine).toBe('all');
  });
});
