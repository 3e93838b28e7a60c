import { useConsole } from './context.ts';
import { ServiceTest } from './service-test.tsx';
import styles from './settings.module.css';

/** A service that the environment of the server sets up. */
export interface Service {
  readonly group: string;
  readonly title: string;
  readonly help: string;
  readonly state: 'unset' | 'set' | 'connected' | 'fault';
  readonly cause: string | null;
  /** An empty value is a secret. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  readonly example: string;
  /** Null: only the environment sets it up. */
  readonly own?: OwnService | null;
}

/** A service that the form sets up, unless the environment does (CONSOLE-15). */
export interface OwnService {
  readonly service: string;
  readonly isFixed: boolean;
  /** The command that tries it, and what it asks. */
  readonly test: string;
  readonly field: { readonly name: string; readonly label: string; readonly isNeeded: boolean } | null;
}

/** Its settings are in the form of its group. */
export const isInForm = ({ own }: Service): boolean => own?.isFixed === false;

/** Services that the environment sets up: their state, what it sets, and what to set (CONSOLE-14). */
export function Services({ services }: { readonly services: readonly Service[] }) {
  const { t } = useConsole();
  if (services.length === 0) return null;
  return (
    <section className={styles.services} aria-label={t('environment')}>
      <h3>{t('environment')}</h3>
      <p className={styles.note}>{t('environmentHelp')}</p>
      {services.map((service) => (
        <ServiceView key={service.title} service={service} />
      ))}
    </section>
  );
}

function ServiceView({
  service: { title, help, state, cause, values, example, own },
}: {
  readonly service: Service;
}) {
  const { t } = useConsole();
  return (
    <div className={styles.service} data-state={state}>
      <div className={styles.words}>
        <strong>{title}</strong>
        <span>{help}</span>
        <em className={styles.state}>{t(`service_${state}`)}</em>
        {cause !== null && <p className={styles.fault}>{cause}</p>}
        {own && <ServiceTest own={own} drafts={{}} onFaults={() => undefined} />}
      </div>
      {values.length > 0 ? (
        <dl className={styles.values}>
          {values.map(({ name, value }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{value === '' ? t('hidden') : value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <div>
          <p className={styles.note}>{t('toSet')}</p>
          <pre tabIndex={0} aria-label={t('toSet')}>
            {example}
          </pre>
        </div>
      )}
    </div>
  );
}
