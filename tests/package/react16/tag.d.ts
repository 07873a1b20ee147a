/// <reference types="@razmen/exchange-widget/jsx" />
