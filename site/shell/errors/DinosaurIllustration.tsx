/** Illustration of the maintenance page. */
export function DinosaurIllustration() {
  return (
    <svg viewBox="0 0 420 320" role="img" aria-label="Динозавр в строительной каске">
      <path
        d="M14 232c44 8 84-10 112-40 32-34 92-38 124-8 10-30 10-64 16-92 6-28 26-44 54-44 26 0 42 14 42 32 0 16-14 22-32 22-14 0-20 8-22 22-6 44-2 88-30 120v48h-34v-34h-66v34h-34v-42c-46 10-96 4-130-18Z"
        fill="var(--dinosaur)"
      />
      <g fill="none" strokeLinecap="round">
        <path
          d="M158 186c14-10 34-12 48-6M132 214c10-2 22-2 30 2M214 210c12-6 26-4 34 4"
          stroke="var(--dinosaur-back)"
          strokeWidth="6"
        />
        <path d="M332 92c8 2 18 1 26-4" stroke="var(--dinosaur-mouth)" strokeWidth="3" />
      </g>
      <circle cx="322" cy="70" r="5" fill="var(--on-accent)" />
      <path d="M276 52c0-22 18-38 42-38s40 16 40 38h12v9H266v-9Z" fill="var(--warn)" />
      <path d="M312 14v24" stroke="var(--duck-beak)" strokeWidth="3" />
      <path d="M20 292h380" stroke="var(--edge)" strokeWidth="3" />
      <path d="M352 290l14-52h12l14 52Z" fill="var(--error)" />
      <path d="M361 258h22M356 275h32" stroke="var(--text)" strokeWidth="6" />
    </svg>
  );
}
