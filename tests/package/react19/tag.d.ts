/// <reference types="@razmen/exchange-widget/react-jsx" />
