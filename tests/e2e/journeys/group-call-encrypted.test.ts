import { expect, it } from 'vitest';
import { wide } from '../../support/browser.ts';
import { framesOf, MEDIA_FLAGS, smallPictures } from '../../support/calls/people.ts';
import { joinCall } from '../../support/hikers.ts';
import { newGroup } from '../../support/http-user.ts';
import { befriendAll, button, openWindows } from '../../support/person.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage(MEDIA_FLAGS);
const WAIT = { timeout: 40_000, interval: 100 };

const PEOPLE = [
  ['Ada Sea', { language: 'en', size: wide }],
  ['Ben Sea', { language: 'en', size: wide }],
] as const;

/** Receivers of the page get no transform, as those of a server that forwards frames. */
function skipDecryption(): void {
  const open: RTCPeerConnection[] = [];
  Object.assign(globalThis, { connections: open });
  const Original = globalThis.RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Original {
    constructor(...args: ConstructorParameters<typeof Original>) {
      super(...args);
      open.push(this);
    }
  };
  Object.defineProperty(RTCRtpReceiver.prototype, 'transform', { set: () => undefined });
}

it('GCALL-18: a page that skips the decryption gets no picture from the frames that arrive', async () => {
  const { url } = await stage.commonServer();
  const users = await befriendAll(url, PEOPLE);
  const [owner, ...others] = users;
  if (owner === undefined) throw new Error('nobody is there');
  const groupId = await newGroup(owner, others, 'Two at sea');
  const [a, b] = await openWindows(stage, url, users, PEOPLE);
  await b.page.addInitScript(skipDecryption);
  for (const person of [a, b]) {
    await person.page.addInitScript(smallPictures);
    await person.page.reload();
    await joinCall(person, groupId);
  }
  await button(a, a.t('gcall.secret')).waitFor();
  const pictures = () =>
    b.page.evaluate(async () => {
      const { connections } = globalThis as unknown as { connections: readonly RTCPeerConnection[] };
      let [received, decoded] = [0, 0];
      for (const connection of connections)
        for (const report of (await connection.getStats()).values()) {
          const { type, kind, framesReceived, framesDecoded } = report as Record<string, number | string>;
          if (type !== 'inbound-rtp' || kind !== 'video') continue;
          received += Number(framesReceived ?? 0);
          decoded += Number(framesDecoded ?? 0);
        }
      return { received, decoded };
    });
  await expect.poll(async () => (await pictures()).received, WAIT).toBeGreaterThan(25);
  // The decoder may take a frame or two for a broken picture.
  const { received, decoded } = await pictures();
  expect(decoded / received).toBeLessThan(0.5);
  // Both pages encrypt all that they send.
  const { plain, sealed } = await framesOf(a);
  expect([plain, sealed > 25]).toEqual([0, true]);
});
