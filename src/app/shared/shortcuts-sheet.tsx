import { Fragment } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useAppSetting } from '../kit/app-setting.ts';
import { Sheet } from '../kit/sheet.tsx';
import { ctrlName } from '../platform/device.ts';
import styles from './shortcuts-sheet.module.css';

const CTRL = ctrlName();

const GROUPS = [
  {
    key: 'all',
    lines: [
      ['go', [CTRL, 'K']],
      ['next', ['Alt', '↓']],
      ['previous', ['Alt', '↑']],
      ['close', ['Esc']],
      ['help', ['?']],
    ],
  },
  {
    key: 'write',
    lines: [
      ['bold', [CTRL, 'B']],
      ['italic', [CTRL, 'I']],
      ['struck', [CTRL, 'Shift', 'X']],
      ['spoiler', [CTRL, 'Shift', 'H']],
      ['code', [CTRL, 'E']],
      ['link', [CTRL, 'K']],
      ['list', [CTRL, 'Shift', '8']],
      ['quote', [CTRL, 'Shift', '.']],
      ['mention', ['@']],
      ['again', ['↑']],
      ['box', ['Esc']],
    ],
  },
  {
    key: 'read',
    lines: [
      ['find', [CTRL, 'F']],
      ['move', ['↑', '↓']],
      ['ends', ['Home', 'End']],
      ['menu', ['Enter']],
    ],
  },
  {
    key: 'inbox',
    lines: [
      ['finish', ['E']],
      ['finishAll', ['Shift', 'E']],
    ],
  },
  {
    key: 'view',
    lines: [
      ['pictures', ['←', '→']],
      ['zoom', ['+', '−']],
    ],
  },
] as const;

/** Keyboard shortcuts, by page. */
export default function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { enterSends } = useAppSetting();
  const sending = [
    ['send', enterSends ? ['Enter'] : [CTRL, 'Enter']],
    ['line', enterSends ? ['Shift', 'Enter'] : ['Enter']],
  ] as const;
  return (
    <Sheet open onClose={onClose} title={t('keys.title')} large>
      {/* Longer than a low window: scrolled by keys as well. */}
      <div className={styles.groups} role="group" aria-label={t('keys.title')} tabIndex={0}>
        {GROUPS.map((group) => (
          <section key={group.key}>
            <h3 className={styles.heading}>{t(`keys.${group.key}`)}</h3>
            <dl className={styles.lines}>
              {[...(group.key === 'write' ? sending : []), ...group.lines].map(([key, keys]) => (
                <Fragment key={key}>
                  <dt>{t(`keys.${key}`)}</dt>
                  <dd>
                    <span className={styles.keys} dir="ltr">
                      {keys.map((one) => (
                        <kbd key={one}>{one}</kbd>
                      ))}
                    </span>
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  );
}
