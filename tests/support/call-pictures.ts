import { mkdirSync, writeFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { go, type Look, launchBrowser, narrow, type Person, wide } from './browser.ts';
import { MEDIA_FLAGS } from './calls/people.ts';
import { arrive, befriended, button, composer, openChat, row, say, sees } from './person.ts';
import { startServer } from './server.ts';
import type { Language } from './texts.ts';

const folder = '.cache/screens';
const names = { 'zh-CN': ['安小满', '白露露'], en: ['Anna Lake', 'Bela Hill'] } as const;
const words = {
  'zh-CN': ['路线发你了，边看边说', '看到了 👍'],
  en: ['I sent you the trail, look while we talk', 'I see it 👍'],
} as const;

type Arrived = Awaited<ReturnType<typeof arrive>>;

/**
 * Takes pictures of every state of a call from both sides, in both layouts and languages, with simulated
 * devices.
 */
export async function takeCallPictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  const browser = await launchBrowser(MEDIA_FLAGS);
  try {
    for (const language of ['zh-CN', 'en'] as const) {
      for (const size of ['narrow', 'wide'] as const) {
        await aDay(browser, server.url, size, language);
        process.stdout.write(`${folder}: calls, ${size}, ${language}\n`);
      }
    }
  } finally {
    await browser.close();
    await server.kill();
  }
}

async function aDay(
  browser: Browser,
  url: string,
  size: 'narrow' | 'wide',
  language: Language,
): Promise<void> {
  const look: Look = { language, size: size === 'narrow' ? narrow : wide };
  const [mine, theirs] = names[language];
  const [me, other] = [await arrive(browser, url, mine, look), await arrive(browser, url, theirs, look)];
  const { t } = me;
  await befriended(me, other);
  const takePicture = async (person: Person, name: string): Promise<void> => {
    // Pictures move: the second look has the frames that the first one asked for.
    await person.page.screenshot();
    writeFileSync(`${folder}/call-${name}-${size}-${language}.png`, await person.page.screenshot());
  };
  await openChat(me, other.name);
  await takePicture(me, 'ways');
  await begin(me, other, t('call.video'));
  await button(other, t('call.accept')).waitFor();
  await takePicture(me, 'calling-video');
  await takePicture(other, 'ringing-video');
  await button(other, t('call.accept')).click();
  await Promise.all([talks(me, other), talks(other, me)]);
  await takePicture(me, 'talking-video');
  await button(other, t('call.camOff')).click();
  await me.page.getByText(t('call.cameraOffThere', { name: other.name })).waitFor();
  await takePicture(me, 'talking-half');
  await button(other, t('call.camOn')).click();
  await talks(me, other);
  if (size === 'wide') {
    await button(me, t('call.share')).click();
    await me.page.getByText(t('call.sharing')).waitFor();
    await takePicture(me, 'sharing');
    await button(me, t('call.stopShare')).click();
    await button(me, t('call.share')).waitFor();
  }
  await button(me, t('call.devices')).click();
  await me.page.getByRole('meter').waitFor();
  await takePicture(me, 'devices');
  await me.page.keyboard.press('Escape');
  await button(me, t('call.chat')).click();
  await button(other, t('call.chat')).click();
  await composer(other, me.name).waitFor();
  await say(me, other.name, words[language][0]);
  await say(other, me.name, words[language][1]);
  await sees(me, other.name, words[language][1]);
  await takePicture(me, 'floating-video');
  await button(other, t('call.hangUp')).click();
  await me.page.getByText(t('call.ended')).filter({ visible: true }).first().waitFor();
  await voice(me, other, takePicture);
  await me.context.close();
  await other.context.close();
}

/** The same by voice, and how it can go wrong. */
async function voice(
  me: Arrived,
  other: Arrived,
  shot: (person: Person, name: string) => Promise<void>,
): Promise<void> {
  const { t } = me;
  await begin(other, me, t('call.voice'));
  await button(me, t('call.accept')).waitFor();
  await shot(me, 'ringing-voice');
  await button(me, t('call.accept')).click();
  await Promise.all([clock(me), clock(other)]);
  await button(me, t('call.micOff')).click();
  await shot(me, 'talking-voice');
  await button(me, t('call.chat')).click();
  await composer(me, other.name).waitFor();
  await shot(me, 'floating-voice');
  await button(me, t('call.expand')).click();
  await button(other, t('call.hangUp')).click();
  await me.page.getByText(t('call.ended')).filter({ visible: true }).first().waitFor();
  await shot(me, 'ended');
  // The callee does not answer, which leaves a record.
  await go(me, '/');
  await begin(other, me, t('call.video'));
  await button(me, t('call.accept')).waitFor();
  await button(other, t('call.cancel')).click();
  await me.page.getByText(t('call.missed')).filter({ visible: true }).first().waitFor();
  await shot(me, 'missed');
  await go(me, '/');
  await row(me, other.name).click();
  await me.page.getByRole('article').last().waitFor();
  await shot(me, 'record');
  await soundOnly(me, other, shot);
  // Devices that may not be used.
  await me.page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await begin(me, other, t('call.video'));
  await me.page.getByText(t('call.denied')).filter({ visible: true }).first().waitFor();
  await shot(me, 'denied');
  await go(me, '/pages/mine/setting');
  await me.page.reload();
  await me.page.getByRole('button', { name: t('call.checkDevices') }).click();
  await me.page.locator('[role=dialog] video').waitFor();
  await shot(me, 'check');
}

/** A video call that is taken although the camera is blocked. */
async function soundOnly(
  me: Arrived,
  other: Arrived,
  shot: (person: Person, name: string) => Promise<void>,
): Promise<void> {
  const { t } = me;
  await blockCamera(me);
  await begin(other, me, t('call.video'));
  await button(me, t('call.accept')).click();
  await button(me, t('perm.soundOnly.goAnswer')).waitFor();
  await shot(me, 'sound-only');
  await button(me, t('perm.soundOnly.goAnswer')).click();
  await talks(me, other);
  await shot(me, 'talking-sound-only');
  await button(other, t('call.hangUp')).click();
  await me.page.getByText(t('call.ended')).filter({ visible: true }).first().waitFor();
  await go(me, '/');
}

/** Blocks the camera of this site, as the user could, and nothing else. */
const blockCamera = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (wanted) =>
      wanted?.video ? Promise.reject(new DOMException('no', 'NotAllowedError')) : original(wanted);
    const requestAnswer = navigator.permissions.query.bind(navigator.permissions);
    navigator.permissions.query = async (what) =>
      what.name === 'camera' ? ({ state: 'denied' } as PermissionStatus) : requestAnswer(what);
  });

/** Starts a call from the open chat: from its bar when wide, under "+" when narrow. */
async function begin(person: Arrived, callee: Person, way: string): Promise<void> {
  const plus = button(person, person.t('plus.open'));
  if (!(await plus.isVisible())) {
    await go(person, '/');
    await row(person, callee.name).click();
  }
  await plus.waitFor();
  if (person.page.viewportSize()?.width === narrow.width) await plus.click();
  await button(person, way).click();
}

const clock = (person: Person): Promise<void> =>
  person.page.getByRole('timer').filter({ visible: true }).waitFor();

async function talks(person: Person, other: Person): Promise<void> {
  await clock(person);
  const picture = person.page.getByLabel(person.t('call.theirPicture', { name: other.name }), {
    exact: true,
  });
  await picture.waitFor();
  await picture.evaluate(
    (video: HTMLVideoElement) =>
      new Promise<void>((resolve) =>
        video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(() => resolve())),
      ),
  );
}
