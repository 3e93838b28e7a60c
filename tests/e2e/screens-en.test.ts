import { expect, it } from 'vitest';
import { placeOfPath } from '../../src/app/layout/routes.tsx';
import { layers } from '../support/layers.ts';
import { withoutMouse } from '../support/proof/no-mouse.ts';
import { ROUTES } from '../support/proof/page.ts';
import { proveScreens } from '../support/proof/passes.ts';
import { noFacts, openScreens, screens } from '../support/screens.ts';

const proof = proveScreens('en');

it('SCREEN-2: a user logs in, writes, quotes and logs out without a mouse', async () => {
  const person = await proof().newWindow('wide');
  await withoutMouse(person, proof().facts.groupName, 'by keys alone');
  expect(person.faults).toEqual([]);
  await person.context.close();
});

it('SCREEN-1: the proof visits every route and every layer', () => {
  const visited = new Set([...screens, ...openScreens].map(({ route }) => route(noFacts).split('?')[0]));
  expect(ROUTES.filter((path) => placeOfPath(path).kind !== 'unknown' && !visited.has(path))).toEqual([]);
  expect(layers.filter(({ over }) => !screens.some(({ name }) => name === over))).toEqual([]);
});
