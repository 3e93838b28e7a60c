import { expect, it } from 'vitest';
import { go } from '../../support/browser.ts';
import { meetHikers } from '../../support/hikers.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

it('PRES-4: a friend sees a status beside the name, until the user clears it', async () => {
  const { a, b } = await meetHikers(stage);
  await go(a, '/?view=me');
  await a.page
    .getByRole('button', { name: a.t('status.title') })
    .first()
    .click();
  const sheet = a.page.getByRole('dialog');
  await sheet.getByLabel(a.t('status.emoji')).fill('🌴');
  await sheet.getByLabel(a.t('status.text')).fill('On the trail');
  await sheet.getByRole('button', { name: a.t('common.save') }).click();
  await sheet.waitFor({ state: 'hidden' });
  const mark = b.page.getByRole('img', { name: b.t('status.is', { words: 'On the trail' }) });
  await mark.first().waitFor();
  await b.page.reload();
  await mark.first().waitFor();
  await a.page
    .getByRole('button', { name: a.t('status.title') })
    .first()
    .click();
  await sheet.getByLabel(a.t('status.emoji')).fill('');
  await sheet.getByLabel(a.t('status.text')).fill('');
  await sheet.getByRole('button', { name: a.t('status.clear') }).click();
  await mark.first().waitFor({ state: 'hidden' });
  expect(await mark.count()).toBe(0);
  // A text that is too long stays in the form, and a recent status replaces it.
  await a.page
    .getByRole('button', { name: a.t('status.title') })
    .first()
    .click();
  const tooLong = sheet.getByText(a.t('status.tooLong', { max: 80 }));
  await sheet.getByLabel(a.t('status.text')).fill('👨‍👩‍👧‍👦'.repeat(40));
  await sheet.getByText('40/80').waitFor();
  expect(await tooLong.count()).toBe(0);
  await sheet.getByLabel(a.t('status.text')).fill('x'.repeat(81));
  await tooLong.waitFor();
  await sheet.getByRole('button', { name: '🌴 On the trail' }).click();
  await sheet.getByRole('radio', { name: a.t('status.end.own') }).click();
  await sheet.getByRole('group', { name: a.t('later.at'), exact: true }).waitFor();
  await sheet.getByRole('button', { name: a.t('common.save') }).click();
  await mark.first().waitFor();
});
