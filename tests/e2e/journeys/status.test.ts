import { expect, it } from 'vitest';
import { go } from '../../support/browser.ts';
import { meetHikers } from '../../support/hikers.ts';
import { setStage } from '../../support/stage.ts';

const stage = setStage();

it('PRES-4: a friend sees a status beside the name, until the user clears it', async () => {
  const { a, b } = await meetHikers(stage);
  const openForm = async () => {
    await go(a, '/?view=me');
    await a.page
      .getByRole('dialog')
      .getByRole('button', { name: a.t('status.title') })
      .click();
  };
  await openForm();
  const sheet = a.page.getByRole('dialog');
  await sheet.getByLabel(a.t('status.emoji'), { exact: true }).fill('🌴');
  await sheet.getByLabel(a.t('status.text')).fill('On the trail');
  await sheet.getByRole('button', { name: a.t('common.save') }).click();
  await sheet.waitFor({ state: 'hidden' });
  const mark = b.page.getByRole('img', { name: b.t('status.is', { words: 'On the trail' }) });
  await mark.first().waitFor();
  await b.page.reload();
  await mark.first().waitFor();
  await openForm();
  await sheet.getByLabel(a.t('status.emoji'), { exact: true }).fill('');
  await sheet.getByLabel(a.t('status.text')).fill('');
  await sheet.getByRole('button', { name: a.t('status.clear') }).click();
  await mark.first().waitFor({ state: 'hidden' });
  expect(await mark.count()).toBe(0);
  // A text that is too long stays in the form, and a recent status replaces it.
  await openForm();
  const tooLong = sheet.getByText(a.t('status.tooLong', { max: 80 }));
  await sheet.getByLabel(a.t('status.text')).fill('👨‍👩‍👧‍👦'.repeat(40));
  await sheet.getByText('40/80').waitFor();
  expect(await tooLong.count()).toBe(0);
  await sheet.getByLabel(a.t('status.text')).fill('x'.repeat(81));
  await tooLong.waitFor();
  await sheet.getByRole('button', { name: '🌴 On the trail' }).click();
  // Another emoji comes from the panel (PRES-4a), and a mode is shown beside both (PRES-5).
  await sheet.getByRole('button', { name: a.t('status.chooseEmoji') }).click();
  await sheet.getByRole('gridcell').first().click();
  await sheet.getByRole('gridcell').first().waitFor({ state: 'detached' });
  expect(await sheet.getByLabel(a.t('status.emoji'), { exact: true }).inputValue()).toMatch(/^\p{Emoji}/u);
  await sheet.getByRole('tab', { name: a.t('status.busy') }).click();
  await sheet.getByRole('radio', { name: a.t('status.end.own') }).click();
  await sheet.getByRole('group', { name: a.t('later.at'), exact: true }).waitFor();
  await sheet.getByRole('button', { name: a.t('common.save') }).click();
  const words = `${b.t('status.busy')} · On the trail`;
  const busy = b.page.getByRole('img', { name: b.t('status.is', { words }) });
  await busy.first().waitFor();
  await go(a, '/');
  await a.page.getByRole('button', { name: a.t('status.endBusy') }).click();
  await busy.first().waitFor({ state: 'hidden' });
  await mark.first().waitFor();
});
