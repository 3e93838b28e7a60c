import { expect, it } from 'vitest';
import { screensPage } from '../support/proof/page.ts';

it('SCREEN-4: docs/screens.md lists every screen and everything that lies over one', async () => {
  await expect(screensPage()).toMatchFileSnapshot('../../docs/screens.md');
});
