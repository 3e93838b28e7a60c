import { KitPart, KitSection } from './parts.tsx';
import styles from './kit-page.module.css';

const COLOURS = [
  'paper',
  'surface',
  'ink',
  'ink-soft',
  'hair',
  'well',
  'green',
  'green-press',
  'green-tint',
  'green-bright',
  'red',
  'red-press',
  'red-tint',
  'amber',
  'amber-tint',
  'pick',
  'online',
  'ground',
  'received',
  'blue',
  'blue-tint',
  'stage',
  'stage-lift',
  'stage-ink',
  'stage-soft',
] as const;
const HUES = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => `hue-${n}`);
const SIZES = [10, 12, 13, 15, 16, 18, 22, 28] as const;
const SPACES = [1, 2, 3, 4, 6, 8, 12] as const;
const RADII = ['input', 'card', 'bubble', 'full'] as const;

const Swatch = ({ name }: { readonly name: string }) => (
  <span className={styles.swatch}>
    <span style={{ background: `var(--${name})` }} />
    <span>{name}</span>
  </span>
);

/** The design tokens with their values. */
export const Tokens = ({ title, sample }: { readonly title: string; readonly sample: string }) => (
  <KitSection title={title}>
    <KitPart name="colours">
      {COLOURS.map((name) => (
        <Swatch key={name} name={name} />
      ))}
    </KitPart>
    <KitPart name="hues of initials">
      {HUES.map((name) => (
        <Swatch key={name} name={name} />
      ))}
    </KitPart>
    <KitPart name="sizes of text">
      {SIZES.map((px) => (
        <span key={px} style={{ fontSize: `var(--text-${px})` }}>
          {sample} {px}
        </span>
      ))}
    </KitPart>
    <KitPart name="spaces">
      {SPACES.map((n) => (
        <span
          key={n}
          style={{ width: `var(--s${n})`, height: 24, background: 'var(--green-tint)' }}
          title={`s${n}`}
        />
      ))}
    </KitPart>
    <KitPart name="radii and depth">
      {RADII.map((name) => (
        <span
          key={name}
          style={{
            display: 'grid',
            placeItems: 'center',
            width: 88,
            height: 44,
            borderRadius: `var(--r-${name})`,
            background: 'var(--well)',
            fontSize: 'var(--text-12)',
          }}
        >
          {name}
        </span>
      ))}
      <span
        style={{
          display: 'grid',
          placeItems: 'center',
          width: 88,
          height: 44,
          borderRadius: 'var(--r-card)',
          boxShadow: 'var(--float)',
          fontSize: 'var(--text-12)',
        }}
      >
        float
      </span>
    </KitPart>
  </KitSection>
);
