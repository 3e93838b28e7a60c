import {
  Bold,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  type LucideIcon,
  Strikethrough,
  TextQuote,
} from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { ctrlName } from '../../../platform/device.ts';
import { type Format, FORMAT_KEYS, FORMATS } from './format.ts';
import styles from './format-bar.module.css';
import { logicalKey } from '../../../kit/logical-key.ts';

const ICONS: Readonly<Record<Format, LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  struck: Strikethrough,
  spoiler: EyeOff,
  code: Code,
  link: Link,
  list: List,
  quote: TextQuote,
};
const NAMES = {
  bold: 'rich.bold',
  italic: 'rich.italic',
  struck: 'rich.struck',
  spoiler: 'rich.hide',
  code: 'rich.asCode',
  link: 'rich.link',
  list: 'rich.list',
  quote: 'rich.quote',
} as const satisfies Record<Format, string>;

/** Shown above the box while text in it is selected; Shift+Tab leads to it, arrows along it (RICH-7). */
export function FormatBar({
  onFormat,
  onClose,
}: {
  readonly onFormat: (format: Format) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div
      role="toolbar"
      aria-label={t('rich.bar')}
      className={styles.bar}
      data-format-bar=""
      onKeyDown={(event) => onKey(event, onClose)}
      // The box keeps the focus, and with it the selection.
      onPointerDown={(event) => event.preventDefault()}
    >
      {FORMATS.map((format, at) => {
        const Icon = ICONS[format];
        return (
          <IconButton
            key={format}
            label={t(NAMES[format])}
            title={`${t(NAMES[format])} (${[ctrlName(), ...FORMAT_KEYS[format].names].join('+')})`}
            tabIndex={at === 0 ? 0 : -1}
            className={styles.tool}
            onClick={() => onFormat(format)}
          >
            <Icon size={18} strokeWidth={2} aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}

export const isInBar = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-format-bar]') !== null;

function onKey(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    return onClose();
  }
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((one) => one === document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[logicalKey(event)];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
