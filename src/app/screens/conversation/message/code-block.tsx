import { Check, Copy } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../kit/copy-text.ts';
import styles from './rich.module.css';

interface Code {
  readonly language: string;
  readonly text: string;
}

/** Uncoloured code remains if the library fails to load. */
const ColouredCode = lazy((): Promise<{ readonly default: ComponentType<Code> }> =>
  import('./coloured-code.tsx').catch(() => ({ default: ({ text }: Code) => text })),
);

/** Code as it was typed, with its language and a button that copies it (RICH-6). */
export function CodeBlock({ language, text }: Code) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return (
    <span className={styles.block} dir="ltr" role="group" aria-label={t('rich.code', { language })}>
      <span className={styles.blockHead}>
        <span>{language}</span>
        <button
          type="button"
          className={styles.copy}
          aria-label={t('rich.copyCode')}
          title={t('rich.copyCode')}
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
        >
          {copied ? (
            <Check size={15} strokeWidth={2} aria-hidden="true" />
          ) : (
            <Copy size={15} strokeWidth={1.75} aria-hidden="true" />
          )}
          <span role="status">{copied ? t('common.copied') : ''}</span>
        </button>
      </span>
      {/* A wide line is scrolled to, by keys as well. */}
      <pre tabIndex={0} translate="no">
        <code>
          {language === '' ? (
            text
          ) : (
            <Suspense fallback={text}>
              <ColouredCode language={language} text={text} />
            </Suspense>
          )}
        </code>
      </pre>
    </span>
  );
}
