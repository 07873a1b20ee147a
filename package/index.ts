// The package's entry. In a browser it registers <exchange-widget>; elsewhere, as on a server, it does nothing: the
// element's own module needs HTMLElement and must not even be loaded there.
if (typeof window !== 'undefined' && 'customElements' in window)
  import('#widget/element.ts').catch((error: unknown) =>
    console.error('exchange-widget: could not be loaded', error),
  );
