import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { Page } from '../../../kit/page.tsx';
import { Row, RowList } from '../../../kit/row.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { clockTime } from '../../../shared/use-display-time.ts';
import { useSizeText } from '../../../shared/use-size-text.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { ok } from '../../../../domain/result.ts';
import { dropCaches, storedBytes } from '../../../platform/device.ts';
import {
  dropPictures,
  dropKeptTraces,
  pictureBytes,
  shellBytes,
  traceBytes,
} from '../../../platform/storage-use.ts';

/** Clearable kinds of data, in the order of the page. */
const KINDS = ['messages', 'pictures', 'traces', 'drafts'] as const;
type Kind = (typeof KINDS)[number];

const QUOTAS = ['messages', 'files', 'bytes'] as const;

/** The used part of each daily quota, and when it starts again, which is within a day (LIMIT-14). */
function DayQuotas() {
  const { t, language } = useTranslation();
  const sizeText = useSizeText();
  const { actions } = useClient();
  const quotas = useLoad('quotas', () => actions.dayUsage());
  if (!quotas.value) return null;
  const { value } = quotas;
  const quotaText = (kind: (typeof QUOTAS)[number], n: number): string =>
    kind === 'bytes' ? sizeText(n) : new Intl.NumberFormat(language).format(n);
  return (
    <RowList heading={t('storage.day')}>
      {QUOTAS.map((kind) => {
        const { used: n, max, endsMs } = value[kind];
        const text =
          max === 0
            ? quotaText(kind, n)
            : t('storage.dayOf', { used: quotaText(kind, n), max: quotaText(kind, max) });
        return (
          <Row
            key={kind}
            title={t(`storage.day.${kind}`)}
            detail={endsMs > 0 ? t('storage.dayEnds', { at: clockTime(endsMs) }) : undefined}
            value={text}
          />
        );
      })}
    </RowList>
  );
}

/** Clears one kind of stored data, or all of it, after asking. */
function useClearing(onCleared: () => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const toasts = useToasts();
  const drop: Readonly<Record<Kind, () => Promise<void> | void>> = {
    messages: () => actions.dropMessages(),
    pictures: dropPictures,
    traces: dropKeptTraces,
    drafts: () => actions.dropDrafts(),
  };
  const finish = (words: string): void => {
    onCleared();
    toasts.show(words);
  };
  const clear = async (kind: Kind) => {
    if (
      !(await ask({
        title: t(`storage.${kind}Ask`),
        text: t(`storage.${kind}Text`),
        confirm: t('common.clear'),
        danger: true,
      }))
    )
      return;
    await drop[kind]();
    finish(t('storage.cleared'));
  };
  const clearAll = async () => {
    if (
      !(await ask({
        title: t('setting.clearTitle'),
        text: t('setting.clearText'),
        confirm: t('setting.clear'),
        danger: true,
      }))
    )
      return;
    await actions.dropMessages();
    dropPictures();
    dropKeptTraces();
    await dropCaches();
    finish(t('setting.cleared'));
  };
  return { clear, clearAll };
}

/**
 * `?view=storage` Stored data of this device by kind, each cleared separately after asking (UI-77), and the
 * daily quotas.
 */
export default function StoragePage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const sizes = useLoad('storage', async () =>
    ok({
      ...(await actions.storageSizes()),
      pictures: pictureBytes(),
      traces: traceBytes(),
      shell: await shellBytes(),
      all: await storedBytes(),
    }),
  );
  const { clear, clearAll } = useClearing(sizes.reload);
  const sizeText = useSizeText();
  const shown = (bytes: number | null | undefined): string =>
    typeof bytes === 'number' ? sizeText(bytes) : '';
  return (
    <Page cards bar={<TopBar title={t('storage.title')} />}>
      <RowList>
        <Row title={t('storage.all')} detail={t('storage.allHint')} value={shown(sizes.value?.all)} />
      </RowList>
      <RowList heading={t('storage.mayGo')}>
        {KINDS.map((kind) => (
          <Row
            key={kind}
            title={t(`storage.${kind}`)}
            value={shown(sizes.value?.[kind])}
            disabled={sizes.value?.[kind] === 0}
            onPress={() => void clear(kind)}
          />
        ))}
      </RowList>
      <RowList heading={t('storage.stays')}>
        <Row title={t('storage.unsent')} value={shown(sizes.value?.unsent)} />
        <Row title={t('storage.contacts')} value={shown(sizes.value?.contacts)} />
        <Row title={t('storage.shell')} value={shown(sizes.value?.shell)} />
      </RowList>
      <DayQuotas />
      <RowList>
        <Row danger centre title={t('setting.clear')} onPress={() => void clearAll()} />
      </RowList>
    </Page>
  );
}
