import { Component, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { TimelineRow } from '../timeline.ts';
import styles from './lines.module.css';

interface GuardProps {
  readonly row: TimelineRow;
  readonly children: ReactNode;
}

interface GuardState {
  readonly failed: boolean;
  readonly message: TimelineRow['message'];
}

/** An error in one message leaves the others, and a change of the message draws it again (UI-128). */
export class MessageGuard extends Component<GuardProps, GuardState> {
  override state: GuardState = { failed: false, message: this.props.row.message };

  static getDerivedStateFromError(): Partial<GuardState> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ row }: GuardProps, { message }: GuardState): GuardState | null {
    return message === row.message ? null : { failed: false, message: row.message };
  }

  override render(): ReactNode {
    return this.state.failed ? <NotShown row={this.props.row} /> : this.props.children;
  }
}

function NotShown({ row }: { readonly row: TimelineRow }) {
  const { t } = useTranslation();
  return (
    <p className={styles.event} data-message={row.key}>
      <span>{t('chat.notShown')}</span>
    </p>
  );
}
