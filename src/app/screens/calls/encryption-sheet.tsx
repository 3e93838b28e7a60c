import type { CallEncryption } from '../../../client/interface/group-calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Sheet } from '../../kit/sheet.tsx';
import { compareWords } from './compare-words.ts';
import styles from './devices.module.css';

/** The words that the users of a call compare, or why there are none. */
export default function EncryptionSheet({
  encryption: { state, words },
  text,
  onClose,
}: {
  readonly encryption: CallEncryption;
  readonly text: string;
  readonly onClose: () => void;
}) {
  const { t, language } = useTranslation();
  const listed = compareWords(language === 'zh-CN');
  return (
    <Sheet open onClose={onClose} title={text}>
      <div className={styles.sheet}>
        {state === 'partial' && <p>{t('gcall.withoutWhy')}</p>}
        {words === null && (state === 'waiting' || state === 'on') && <p>{t('gcall.compareSoon')}</p>}
        {state === 'on' && words !== null && (
          <>
            <p id="compare-words">{t('gcall.compare')}</p>
            <ol className={styles.words} aria-labelledby="compare-words">
              {words.map((place, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- a word may occur twice
                <li key={at}>{listed[place] ?? place}</li>
              ))}
            </ol>
            <p className={styles.soft}>{t('gcall.compareWhy')}</p>
            <p className={styles.soft}>{t('gcall.compareWarning')}</p>
          </>
        )}
      </div>
    </Sheet>
  );
}
