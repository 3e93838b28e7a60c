import { ChevronRight } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from './navigation.ts';
import { cx } from './class-names.ts';
import styles from './row.module.css';

interface RowProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Text at the end. */
  readonly value?: ReactNode;
  /** Icon (20 px) or avatar at the start. */
  readonly icon?: ReactNode;
  /** The sign of a setting, whose title is shown whole. */
  readonly sign?: ReactNode;
  /** A control at the end (switch, button, badge). */
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly centre?: boolean;
  readonly disabled?: boolean;
  /** A link when `to` is given, a button with `onPress`, else plain. */
  readonly to?: string;
  /** A page of the server outside of the app. */
  readonly href?: string;
  readonly onPress?: (event: MouseEvent<HTMLElement>) => void;
}

/** A row of settings, or a user: label, value, and action. */
export function Row({
  to,
  href,
  onPress,
  danger = false,
  centre = false,
  disabled = false,
  ...parts
}: RowProps) {
  const name = cx(styles.row, danger && styles.danger, centre && styles.centre);
  const inside = (
    <Inside
      {...parts}
      arrow={to !== undefined || href !== undefined || (onPress !== undefined && parts.value !== undefined)}
    />
  );
  if (to !== undefined)
    return (
      <Link className={name} to={to}>
        {inside}
      </Link>
    );
  if (href !== undefined)
    return (
      <a className={name} href={href} onClick={onPress}>
        {inside}
      </a>
    );
  if (onPress !== undefined)
    return (
      <button type="button" className={name} disabled={disabled} onClick={onPress}>
        {inside}
      </button>
    );
  return <div className={name}>{inside}</div>;
}

const Inside = ({ title, detail, value, icon, sign, end, arrow }: RowProps & { readonly arrow: boolean }) => (
  <>
    {(icon ?? sign) !== undefined && <span className={styles.icon}>{icon ?? sign}</span>}
    <span className={styles.words}>
      {/* The app's own texts are shown in full; a name beside its picture has two lines. */}
      <span
        dir="auto"
        className={cx(
          styles.title,
          (value !== undefined || (end !== undefined && icon === undefined)) && styles.whole,
        )}
      >
        {title}
      </span>
      {detail !== undefined && (
        <span dir="auto" className={styles.detail}>
          {detail}
        </span>
      )}
    </span>
    {value !== undefined && (
      <span className={styles.value}>
        <span dir="auto" className={styles.valueText}>
          {value}
        </span>
        {arrow && ARROW}
      </span>
    )}
    {end}
    {arrow && value === undefined && ARROW}
  </>
);

const ARROW = <ChevronRight className={styles.arrow} size={18} strokeWidth={1.75} aria-hidden="true" />;

/** A card of rows with hairlines between, and a quiet heading above. */
export const RowList = ({
  heading,
  children,
}: {
  readonly heading?: string;
  readonly children: ReactNode;
}) => (
  <section>
    {heading !== undefined && <h2 className={styles.heading}>{heading}</h2>}
    <div className={styles.list}>{children}</div>
  </section>
);
