import { Volume2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { MediaChoice } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { type DeviceChoice, chooseDevice } from '../../platform/call-devices.ts';
import { canChooseOutput, testOutput } from '../../platform/ring.ts';
import styles from './devices.module.css';
import { watchLevel } from '../../platform/level-meter.ts';

const WORDS = {
  microphone: 'call.chooseMicrophone',
  camera: 'call.chooseCamera',
  output: 'call.chooseOutput',
} as const;

/** Microphone with its level, camera, speaker with a test sound. Choices are stored on this device. */
export function DevicesFields({
  choices,
  choice,
  stream,
  onChoose,
  onQuiet,
}: {
  readonly choices: readonly MediaChoice[];
  readonly choice: DeviceChoice;
  /** Sound of the microphone; null: not open. */
  readonly stream: MediaStream | null;
  /** A running call takes the new one up. */
  readonly onChoose?: (kind: MediaChoice['kind'], id: string) => Promise<void>;
  readonly onQuiet?: (on: boolean) => Promise<unknown>;
}) {
  const { t } = useTranslation();
  const [sounding, setSounding] = useState(false);
  const [turn, setTurn] = useState(0);
  // Another microphone may use the same stream object, so the level meter starts again.
  const choose = async (kind: MediaChoice['kind'], id: string) => {
    chooseDevice({ [kind]: id });
    await onChoose?.(kind, id);
    setTurn((n) => n + 1);
  };
  const quiet = async (on: boolean) => {
    chooseDevice({ quietsNoise: on });
    await onQuiet?.(on);
    setTurn((n) => n + 1);
  };
  const fieldOf = (kind: MediaChoice['kind']) => (
    <DeviceField
      label={t(WORDS[kind])}
      choices={choices.filter((one) => one.kind === kind)}
      value={choice[kind]}
      onValue={(id) => void choose(kind, id)}
    />
  );
  const test = async () => {
    setSounding(true);
    await testOutput(choice.output).catch(() => undefined);
    setSounding(false);
  };
  return (
    <>
      {fieldOf('microphone')}
      <LevelBar key={turn} stream={stream} />
      <div className={styles.switch}>
        <span aria-hidden="true">{t('call.quietNoise')}</span>
        <Switch label={t('call.quietNoise')} checked={choice.quietsNoise} onChange={(on) => void quiet(on)} />
      </div>
      {choices.some(({ kind }) => kind === 'camera') && fieldOf('camera')}
      {canChooseOutput() && choices.some(({ kind }) => kind === 'output') ? (
        fieldOf('output')
      ) : (
        <p className={styles.soft}>{t('call.outputOfSystem')}</p>
      )}
      <Button icon={<Volume2 size={20} strokeWidth={1.75} />} disabled={sounding} onClick={() => void test()}>
        {t('call.testSound')}
      </Button>
    </>
  );
}

/** The browser's own list: it supports all keys, fingers and screen readers. */
function DeviceField({
  label,
  choices,
  value,
  onValue,
}: {
  readonly label: string;
  readonly choices: readonly MediaChoice[];
  readonly value: string;
  readonly onValue: (id: string) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  // The browser lists the system's default as a separate device.
  const others = choices.filter((one) => one.id !== '' && one.id !== 'default');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={others.some((one) => one.id === value) ? value : ''}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        <option value="">{t('call.usual')}</option>
        {others.map((one, i) => (
          <option key={one.id} value={one.id}>
            {one.name || t('call.unnamed', { n: i + 1 })}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Level of the microphone, drawn without React: it changes twenty times a second. */
function LevelBar({ stream }: { readonly stream: MediaStream | null }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stream === null) return undefined;
    return watchLevel(stream, (level) => {
      const element = bar.current;
      if (element === null) return;
      element.style.setProperty('--level', String(level));
      element.setAttribute('aria-valuenow', String(Math.round(level * 100)));
    });
  }, [stream]);
  return (
    <div className={styles.levelLine}>
      <div
        ref={bar}
        className={styles.level}
        role="meter"
        aria-label={t('call.level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
      <p className={styles.soft}>{t('call.speak')}</p>
    </div>
  );
}
