// Placeholder until the first file of Localization stands.
