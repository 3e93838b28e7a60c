import { launchBrowser, newPerson } from '../support/browser.ts';
import { acceptFriend, applyFriend } from '../support/people-pages.ts';
import { composer, openChat, register } from '../support/person.ts';
import { startServer } from '../support/server.ts';

/** The limit from the press of Enter in one window to the text in the other one, both on this machine. */
const limitMs = 200;
const rounds = 30;

export async function run(): Promise<readonly string[]> {
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const [a, b] = [
      await newPerson(browser, server.url, 'Anna Lake', { language: 'en' }),
      await newPerson(browser, server.url, 'Bela Hill', { language: 'en' }),
    ];
    for (const person of [a, b]) {
      await register(person);
    }
    await applyFriend(a, b);
    await acceptFriend(b, a);
    await openChat(a, b.name);
    await openChat(b, a.name);
    await a.page.evaluate(() => {
      document.addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter')
            Reflect.set(globalThis, 'pressedAtMs', performance.timeOrigin + performance.now());
        },
        { capture: true },
      );
    });
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const words = `round ${round} of the bench`;
      const view = b.page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const look = () => {
              if (document.querySelector('main')?.textContent?.includes(text) !== true) return;
              watcher.disconnect();
              resolve(performance.timeOrigin + performance.now());
            };
            const watcher = new MutationObserver(look);
            watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
          }),
        words,
      );
      await composer(a, b.name).fill(words);
      await composer(a, b.name).press('Enter');
      const seenAtMs = await view;
      tookMs.push(seenAtMs - Number(await a.page.evaluate(() => Reflect.get(globalThis, 'pressedAtMs'))));
    }
    const sorted = tookMs.toSorted((x, y) => x - y);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
    console.log(
      `  press to sight: median ${at(0.5).toFixed(0)} ms, 95th ${at(0.95).toFixed(0)} ms (limit of the median ${limitMs} ms)`,
    );
    return at(0.5) > limitMs ? [`a message takes ${at(0.5).toFixed(0)} ms, limit ${limitMs}`] : [];
  } finally {
    await browser.close();
    await server.kill();
  }
}
