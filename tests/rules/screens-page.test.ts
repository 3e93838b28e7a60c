import { expect, it } from 'vitest';
import { screensPage } from '../support/proof/page.ts';

it('SCREEN-4: docs/screens.txt lists every screen and every layer', async () => {
  await expect(screensPage()).toMatchFileSnapshot('../../docs/screens.txt');
});
