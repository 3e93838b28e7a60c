import { appendFileSync, mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newPerson, type Person } from '../../support/browser.ts';
import { layers } from '../../support/layers.ts';
import { byMouse } from '../../support/layers/ways.ts';
import { announce, populate } from '../../support/populated.ts';
import { unpressable } from '../../support/proof/pressable.ts';
import { leave } from '../../support/proof/visits.ts';
import { noFacts, open, openScreens, screens } from '../../support/screens.ts';
import { LONG_LIVED, setStage } from '../../support/stage.ts';
import { openHills } from '../../support/web-pages.ts';

const stage = setStage([
  ...LONG_LIVED,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

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
async function faultsIn({ page }: Person, name: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const size of [...SIZES, SMALL]) {
    await page.setViewportSize(size);
    if (size === SMALL && faults.length === 0 && pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: `${pictures}/${name}.png` });
    }
    // The list of messages may still be moving to its end, on a slow machine for longer than two frames.
    const found = (await unpressable(page)).length === 0 ? [] : await unpressable(page);
    faults.push(...found.map((fault) => `${name}, ${size.width} × ${size.height}: ${fault}`));
  }
  if (pictures !== undefined)
    appendFileSync(`${pictures}/faults.txt`, faults.map((one) => `${one}\n`).join(''));
  return [...new Set(faults)];
}

it('UI-162: every control can be pressed in small windows', { timeout: 900_000 }, async () => {
  const server = await stage.server({ env: { PREVIEW_PRIVATE: '1' } });
  const { url } = server;
  const hills = await openHills();
  await announce(server);
  const look = { language: 'en', size: SMALL } as const;
  const { me, facts } = await populate(stage.browser, url, look, hills.address);
  const faults: string[] = [];
  for (const screen of screens) {
    try {
      await open(me, screen, facts);
      faults.push(...(await faultsIn(me, screen.name)));
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
        faults.push(...(await faultsIn(me, layer.name)));
      } catch (error) {
        faults.push(`${layer.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      }
      await leave(me);
    }
  }
  const visitor = await newPerson(stage.browser, url, 'visitor', look);
  for (const screen of openScreens) {
    await open(visitor, screen, noFacts);
    faults.push(...(await faultsIn(visitor, screen.name)));
  }
  await visitor.context.close();
  await me.context.close();
  await hills.web.close();
  expect(faults).toEqual([]);
});
