import { appendFileSync, mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Person } from '../../support/browser.ts';
import { layers } from '../../support/layers.ts';
import { byMouse } from '../../support/layers/ways.ts';
import { announce, type Names, people, populate } from '../../support/populated.ts';
import { shapeFaults } from '../../support/proof/shape.ts';
import { leave } from '../../support/proof/visits.ts';
import { open, screens } from '../../support/screens.ts';
import { LONG_LIVED, setStage } from '../../support/stage.ts';
import { openHills } from '../../support/web-pages.ts';

const stage = setStage([
  ...LONG_LIVED,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]);

const PHONE = { width: 320, height: 640 } as const;
const pictures = process.env['PICTURES'];

/** As long as names may be: of one word, of wide letters, of several words, and of one character. */
const LONG: Names = {
  ...people.en,
  me: 'Wolfeschlegelsteinhausenbergerdorff'.padEnd(64, 'welche'),
  friends: [
    'María de los Ángeles Guadalupe Fernández de Córdoba y Rodríguez',
    'W'.repeat(64),
    '雨'.repeat(64),
    'O',
    'נועה לוי '.repeat(8).trim().slice(0, 64),
  ],
  asker: 'M'.repeat(64),
  stranger: 'Stray'.padEnd(64, 'field'),
  group: 'Donaudampfschifffahrt'.repeat(5).slice(0, 100),
};

async function faultsIn({ page }: Person, name: string): Promise<readonly string[]> {
  const faults = await shapeFaults(page, { touch: false, english: false });
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: `${pictures}/${name}.png` });
    appendFileSync(`${pictures}/faults.txt`, faults.map((one) => `${name}: ${one}\n`).join(''));
  }
  return faults.map((one) => `${name}: ${one}`);
}

it('RULE-10: the longest names widen no screen or layer at 320 px', { timeout: 900_000 }, async () => {
  const server = await stage.server({ env: { PREVIEW_PRIVATE: '1' } });
  const hills = await openHills();
  await announce(server);
  const look = { language: 'en', size: PHONE } as const;
  const { me, facts } = await populate(stage.browser, server.url, look, hills.address, LONG);
  const faults: string[] = [];
  for (const screen of screens) {
    await open(me, screen, facts);
    faults.push(...(await faultsIn(me, screen.name)));
    for (const layer of layers.filter(({ over }) => over === screen.name)) {
      const openLayer = async (): Promise<void> => {
        await open(me, screen, facts);
        await layer.open(me, facts, byMouse);
        await layer.shown(me, facts).last().waitFor();
      };
      try {
        // The list of messages may still be moving to its end.
        await openLayer().catch(openLayer);
        faults.push(...(await faultsIn(me, layer.name)));
      } catch (error) {
        faults.push(`${layer.name}: cannot be opened: ${String(error).slice(0, 300)}`);
      }
      await leave(me);
    }
  }
  await me.context.close();
  await hills.web.close();
  expect(faults).toEqual([]);
});
