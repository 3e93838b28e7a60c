import { mkdirSync, writeFileSync } from 'node:fs';
import { launchBrowser, narrow, newPerson, type Person, wide } from './browser.ts';
import { layers } from './layers.ts';
import { byMouse, type Layer } from './layers/ways.ts';
import { announce, populate } from './populated.ts';
import { leave } from './proof/visits.ts';
import { type Facts, open, openScreens, type Screen, screens } from './screens.ts';
import { startServer } from './server.ts';
import { openHills } from './web-pages.ts';

const folder = '.cache/screens';
const sizes = { narrow, wide } as const;
const languages = ['zh-CN', 'en'] as const;

/** Two pictures alike in a row: nothing is being drawn any more. */
async function settle(person: Person): Promise<Buffer> {
  await person.page.waitForLoadState('networkidle');
  let last = await person.page.screenshot();
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await person.page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(`${person.page.url()} never stands still`);
}

async function picture(person: Person, screen: Screen, facts: Facts, size: string): Promise<void> {
  await open(person, screen, facts);
  writeFileSync(`${folder}/${screen.name}-${size}-${person.language}.png`, await settle(person));
}

/** Takes a picture of a layer, with the screen below it. */
async function layerPicture(person: Person, layer: Layer, facts: Facts, size: string): Promise<void> {
  const below = screens.find((screen) => screen.name === layer.over);
  if (below === undefined) throw new Error(`no screen ${layer.over}`);
  await open(person, below, facts);
  await layer.open(person, facts, byMouse);
  await layer.shown(person, facts).last().waitFor();
  writeFileSync(`${folder}/${layer.name}-${size}-${person.language}.png`, await settle(person));
  await leave(person);
}

/** Takes pictures of the named screens and layers, or of all. */
export async function takePictures(asked: readonly string[]): Promise<void> {
  const theme = asked.includes('dark') ? 'dark' : 'light';
  const names = asked.filter((name) => name !== 'dark');
  mkdirSync(folder, { recursive: true });
  const isExpected = (screen: Screen): boolean => names.length === 0 || names.includes(screen.name);
  const server = await startServer({ env: { PREVIEW_PRIVATE: '1' } });
  const hills = await openHills();
  await announce(server);
  const browser = await launchBrowser(['--use-fake-device-for-media-stream']);
  try {
    for (const language of languages) {
      for (const [width, viewport] of Object.entries(sizes)) {
        const look = { language, size: viewport, theme } as const;
        const size = theme === 'dark' ? `${width}-dark` : width;
        const visitor = await newPerson(browser, server.url, 'visitor', look);
        const { me, facts } = await populate(browser, server.url, look, hills.address);
        for (const screen of openScreens.filter(isExpected)) await picture(visitor, screen, facts, size);
        for (const screen of screens.filter(isExpected)) await picture(me, screen, facts, size);
        for (const layer of layers.filter(({ name }) => names.length === 0 || names.includes(name)))
          await layerPicture(me, layer, facts, size);
        await visitor.context.close();
        await me.context.close();
        process.stdout.write(`${folder}: ${size}, ${language}\n`);
      }
    }
  } finally {
    await browser.close();
    await server.kill();
    await hills.web.close();
  }
}
