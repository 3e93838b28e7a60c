import { appendFileSync, mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Person } from '../../support/browser.ts';
import { newPerson } from '../../support/browser.ts';
import { layers } from '../../support/layers.ts';
import { byMouse } from '../../support/layers/ways.ts';
import { announce, populate } from '../../support/populated.ts';
import { unpressable } from '../../support/proof/pressable.ts';
import { leave } from '../../support/proof/visits.ts';
import { noFacts, open, openScreens, screens } from '../../support/screens.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

/** A window of 1280 × 768 at 300 and 400 %, one of 1280 × 768 at 200 %, and phones turned sideways. */
const SIZES = [
  { width: 427, height: 256 },
  { width: 320, height: 256 },
  { width: 640, height: 384 },
  { width: 667, height: 375 },
  { width: 844, height: 390 },
] as const;
const [SMALL] = SIZES;

const pictures = process.env['PICTURES'];

/** Looks at the open screen or layer in every size, and ends in the first. */
async function look({ page }: Person, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of [...SIZES, SMALL]) {
    await page.setViewportSize(size);
    if (size === SMALL && faults.length === 0 && pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${name}.png` });
    }
    const found = await unpressable(page);
    faults.push(...found.map((fault) => `${name}, ${size.width} × ${size.height}: ${fault}`));
  }
  if (pictures !== undefined)
    appendFileSync(`${pictures}/faults.txt`, faults.map((one) => `${one}\n`).join(''));
  return [...new Set(faults)];
}

it('UI-162: every control can be pressed in small windows', { timeout: 900_000 }, async () => {
  const server = await stage.commonServer();
  const { url } = server;
  await announce(server);
  const { me, facts } = await populate(stage.browser, url, { language: 'en', size: SMALL });
  const faults: string[] = [];
  for (const screen of screens) {
    try {
      await open(me, screen, facts);
      faults.push(...(await look(me, screen.name)));
    } catch (error) {
      faults.push(`${screen.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      continue;
    }
    const above = layers.filter(({ over }) => over === screen.name);
    for (const layer of above) {
      await open(me, screen, facts);
      try {
        await layer.open(me, facts, byMouse);
        await layer.shown(me, facts).last().waitFor();
        faults.push(...(await look(me, layer.name)));
      } catch (error) {
        faults.push(`${layer.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      }
      await leave(me);
    }
  }
  const visitor = await newPerson(stage.browser, url, 'visitor', { language: 'en', size: SMALL });
  for (const screen of openScreens) {
    await open(visitor, screen, noFacts);
    faults.push(...(await look(visitor, screen.name)));
  }
  await visitor.context.close();
  expect(faults).toEqual([]);
});
