import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  readonly name: string;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref'> & { readonly size?: number | string };

const isNamed = (props: object): boolean =>
  Object.keys(props).some((name) => name.startsWith('aria-') || name === 'role' || name === 'title');

/**
 * An icon of the library as the build draws it (`src/tools/libraries-plugin.mjs`): with the same attributes,
 * but without the library's other features.
 */
export const createIcon =
  ({ name, node }: IconData) =>
  ({ size = 24, strokeWidth = 2, className = '', ...rest }: IconProps): ReactElement =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        ...(!isNamed(rest) && { 'aria-hidden': true }),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
