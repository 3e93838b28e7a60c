import { mkdirSync } from 'node:fs';
import { go, launchBrowser, narrow, newPerson, type Person, wide } from './browser.ts';
import { populate } from './populated.ts';
import { type Facts, open, openScreens, type Screen, screens } from './screens.ts';
import { startServer } from './server.ts';

const folder = '.cache/screens';
const sizes = { narrow, wide } as const;
const languages = ['zh-CN', 'en'] as const;

async function picture(person: Person, screen: Screen, facts: Facts, size: string): Promise<void> {
  await open(person, screen, facts);
  await person.page.waitForLoadState('networkidle');
  await person.page.screenshot({ path: `${folder}/${screen.name}-${size}-${person.language}.png` });
}

/** Pictures of the named screens, or of all. */
export async function takePictures(names: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  mkdirSync('docs/pictures', { recursive: true });
  const wanted = (screen: Screen): boolean => names.length === 0 || names.includes(screen.name);
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    for (const language of languages) {
      for (const [size, viewport] of Object.entries(sizes)) {
        const visitor = await newPerson(browser, server.url, 'visitor', { language, size: viewport });
        const { me, facts } = await populate(browser, server.url, { language, size: viewport });
        for (const screen of openScreens.filter(wanted)) await picture(visitor, screen, facts, size);
        for (const screen of screens.filter(wanted)) await picture(me, screen, facts, size);
        if (language === 'en' && size === 'wide' && names.length === 0) await readmePicture(me, facts);
        await visitor.context.close();
        await me.context.close();
        process.stdout.write(`${folder}: ${size}, ${language}\n`);
      }
    }
  } finally {
    await browser.close();
    await server.kill();
  }
}

async function readmePicture(me: Person, facts: Facts): Promise<void> {
  const chat = screens.find((screen) => screen.name === 'chat-group');
  if (chat === undefined) return;
  await go(me, '/');
  await open(me, chat, facts);
  await me.page.waitForLoadState('networkidle');
  await me.page.screenshot({ path: 'docs/pictures/chat-wide.png' });
}
