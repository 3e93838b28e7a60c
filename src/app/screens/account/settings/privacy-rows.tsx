import { useState } from 'react';
import { type Privacy, privacyOf, REACHES, SEEN_BY } from '../../../../domain/privacy.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';

const SWITCHES = ['typing', 'read'] as const;

/**
 * Privacy of the user on all devices. It is mutual: a user who does not share it does not see it (TYPING-6,
 * SEEN-2).
 */
export function PrivacyRows() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const stored = useStore((state) => state.self?.privacy);
  const plain = useStore((state) => state.sync.plain);
  const [wanted, setWanted] = useState<Partial<Privacy>>({});
  if (plain) return null;
  const current = { ...privacyOf(stored), ...wanted };
  const choose = async (change: Partial<Privacy>) => {
    setWanted((before) => ({ ...before, ...change }));
    const answer = await actions.setPrivacy(change);
    // Choices made since stay visible until their own answer.
    setWanted((before) => without(before, change));
    if (!answer.ok) toasts.show(failureText(t, answer.reason));
  };
  return (
    <RowList heading={t('privacy.title')}>
      <Row
        title={t('privacy.seen')}
        detail={t('privacy.seenHint')}
        end={
          <SegmentedTabs
            label={t('privacy.seen')}
            value={current.seen}
            onChange={(seen) => void choose({ seen })}
            items={SEEN_BY.map((key) => ({ key, label: t(`privacy.seen.${key}`) }))}
          />
        }
      />
      {REACHES.map((key) => (
        <Row
          key={key}
          title={t(`privacy.${key}`)}
          detail={t(`privacy.${key}Hint`)}
          end={
            <SegmentedTabs
              label={t(`privacy.${key}`)}
              value={current[key]}
              onChange={(by) => void choose({ [key]: by })}
              items={SEEN_BY.map((by) => ({
                key: by,
                label: t(by === 'none' ? 'privacy.nobody' : `privacy.seen.${by}`),
              }))}
            />
          }
        />
      ))}
      {SWITCHES.map((key) => (
        <Row
          key={key}
          title={t(`privacy.${key}`)}
          detail={t(`privacy.${key}Hint`)}
          end={
            <Switch
              label={t(`privacy.${key}`)}
              checked={current[key]}
              onChange={(on) => void choose({ [key]: on })}
            />
          }
        />
      ))}
    </RowList>
  );
}

/** Removes the choice of this change, unless the user chose another value since. */
const without = (wanted: Partial<Privacy>, change: Partial<Privacy>): Partial<Privacy> =>
  Object.fromEntries(Object.entries(wanted).filter(([key, value]) => change[key as keyof Privacy] !== value));
