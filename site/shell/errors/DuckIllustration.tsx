import { DUCK_SPEECH } from './errorPageText.ts';

/** Illustration of error pages: a duck with a speech bubble. */
export function DuckIllustration() {
  return (
    <svg viewBox="0 0 380 330" role="img" aria-label={`Утка говорит: ${DUCK_SPEECH}`}>
      <path
        d="M18 6h250a14 14 0 0 1 14 14v36a14 14 0 0 1-14 14h-16l-10 18-14-18H18A14 14 0 0 1 4 56V20A14 14 0 0 1 18 6Z"
        fill="var(--surface-3)"
      />
      <text x="143" y="44" textAnchor="middle" fontSize="18" fill="var(--text)">
        {DUCK_SPEECH}
      </text>
      <g transform="translate(6 22)">
        <path
          d="M40 176c24 12 50 4 76-8 30-14 56-12 78-2 6-14 2-28-2-40a42 42 0 1 1 76 22c-10 15-12 26-6 44 10 32-18 66-70 66h-66c-50 0-82-34-86-82Z"
          fill="var(--duck)"
        />
        <path d="M108 206c24-22 60-24 90-8-4 30-32 44-58 40-16-2-28-14-32-32Z" fill="var(--duck-wing)" />
        <path d="M270 116c18-4 38 0 48 9-10 11-32 15-50 9Z" fill="var(--warn)" />
        <path d="M269 125c16 1 32 1 49 0" stroke="var(--duck-beak)" strokeWidth="2" fill="none" />
        <circle cx="246" cy="112" r="5" fill="var(--on-accent)" />
        <path
          d="M0 258h92M116 258h150M290 258h60M40 276h70M150 276h120M96 294h60M190 294h34"
          stroke="var(--edge)"
          strokeWidth="3"
        />
      </g>
    </svg>
  );
}
