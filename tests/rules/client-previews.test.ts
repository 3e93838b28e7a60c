import { describe, expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { previewsChosen } from '../../src/client/state/preferences.ts';
import { contactId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { preferenceOf } from '../../src/wire/kept.ts';
import { loggedIn, scripted, type Scripted, type ScriptedOptions } from '../support/scripted-server.ts';

const BERT = contactId(9);
const LINK = { ...EMPTY_DRAFT, text: 'https://example.org/a' };

async function signedIn(options: ScriptedOptions = {}, kept: readonly object[] = []): Promise<Scripted> {
  const on = await loggedIn(options, {
    '/keep': { code: 0, data: {} },
    '/getKept': { code: 0, data: { seq: 0, more: 0, list: kept } },
  });
  await on.settle();
  return on;
}
const readChoice = ({ client }: Scripted) => previewsChosen(client.core.get());
const hear = (on: Scripted, seq: number, value: object | null) =>
  on.push('kept', { name: 'previews', op: 'other', value }, { stream: 'u7', seq });

interface Sent {
  readonly content: string;
  readonly preview?: number;
}

/** Reports whether the newest message requested a preview. */
async function isAsking(on: Scripted, draft = LINK): Promise<boolean> {
  await on.client.actions.send(BERT, draft);
  await on.settle();
  const body = on.of('/sendMessage').at(-1)?.body as Sent;
  expect(body.content).toContain('example.org');
  return body.preview === 1;
}

describe('the switch for cards', () => {
  it('PREVIEW-12: the choice applies at once to new messages, and is sent once', async () => {
    const on = await signedIn();
    expect([readChoice(on), await isAsking(on)]).toEqual([null, true]);
    await on.client.actions.keepPreviews(false);
    expect([readChoice(on), await isAsking(on)]).toEqual([false, false]);
    await on.clock.advance(1_000);
    expect(on.of('/keep').map(({ body }) => body)).toMatchObject([
      { name: 'previews', value: { on: false } },
    ]);
  });

  it('PREVIEW-12: another device is heard, and what was kept is asked for', async () => {
    const on = await signedIn({}, [{ name: 'previews', value: { on: false } }]);
    expect([readChoice(on), await isAsking(on)]).toEqual([false, false]);
    hear(on, 1, { on: true });
    expect([readChoice(on), await isAsking(on)]).toEqual([true, true]);
    hear(on, 2, null);
    expect([readChoice(on), await isAsking(on)]).toEqual([null, true]);
  });

  it('PREVIEW-12: offline, the choice applies, waits, and is sent after a reload', async () => {
    const profile = createMemoryProfile();
    const on = await signedIn({ profile });
    on.answer('/keep', { kind: 'timeout' });
    await on.client.actions.keepPreviews(false);
    await on.clock.advance(1_000);
    expect(readChoice(on)).toBe(false);
    await on.client.stop();
    const again = await scripted({ profile, clock: on.clock });
    again.answer('/keep', { kind: 'timeout' });
    again.answer('/getKept', { code: 0, data: { seq: 0, more: 0, list: [] } });
    await again.client.start();
    await again.settle();
    expect([readChoice(again), await isAsking(again)]).toEqual([false, false]);
    again.answer('/keep', { code: 0, data: {} });
    await again.clock.advance(60_000);
    expect(again.of('/keep').at(-1)?.body).toMatchObject({ name: 'previews', value: { on: false } });
  });

  it('PREVIEW-12: the setting of a device counts there until the user chooses for all', async () => {
    const on = await signedIn();
    const asIt = { ...LINK, noPreview: true };
    expect(await isAsking(on, asIt)).toBe(false);
    await on.client.actions.keepPreviews(true);
    expect(await isAsking(on, asIt)).toBe(true);
  });

  it('PREVIEW-12: client and server refuse a choice that is neither on nor off', () => {
    for (const value of [{ on: true }, { on: false }, null])
      expect(preferenceOf('previews', value)).toEqual({ name: 'previews', value });
    for (const wrong of [{}, { on: 'perhaps' }, { on: 1 }, [], true])
      expect(preferenceOf('previews', wrong)).toBeNull();
  });
});
